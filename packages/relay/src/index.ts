export type { Bus, BusMessage, BusStatus } from "./bus/bus.js";
export { MemoryBus, type MemoryBusFaults, type MemoryConnection } from "./bus/memory-bus.js";
export type { LinkCounts } from "./consumer/link-counters.js";
export type { LinkStanding } from "./consumer/link-standing.js";
export { RelayLink, type RelayLinkOptions } from "./consumer/relay-link.js";
export { RelayError } from "./error/relay-error.js";
export { type ExclusiveEvent, type ExclusiveLeaseOptions, exclusiveLease } from "./exclusive/exclusive-lease.js";
export type { InstanceCounts, RelayInstanceStatus, ShardStatus } from "./instance/instance-status.js";
export {
  askInstances,
  type OperatorAnswer,
  type OperatorParts,
  type OperatorRefusal,
  type OperatorRequest,
} from "./instance/operator.js";
export { RelayInstance, type RelayInstanceEvent, type RelayInstanceOptions } from "./instance/relay-instance.js";
export { EtcdLeaseStore, type EtcdLeaseStoreOptions } from "./lease/etcd/etcd-lease-store.js";
export { MemoryLeaseStore } from "./lease/memory-lease-store.js";
export { type LeaseStoreTrial, type LeaseStoreTrialOptions, tryLeaseStore } from "./lease/try-lease-store.js";
export { observeInstance, observeLink } from "./metrics/observe-relay.js";
export { RelayOwner, type RelayOwnerOptions } from "./owner/relay-owner.js";
export { shardNames, shardOf } from "./plan/shard-plan.js";
export type { LeaseStore, StoredLease } from "./ports/lease-store.js";
export type { SegmentStore } from "./ports/segment-store.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as relayTypes from "./types.js";
export { ViewReader, type ViewReaderOptions } from "./views/view-reader.js";
export { Subjects } from "./wire/subjects.js";
