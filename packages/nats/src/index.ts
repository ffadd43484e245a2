export type { NatsBusCounts, NatsBusEvent } from "./bus-event.js";
export type { NatsBusOptions, NatsKeyFile, NatsTlsOptions } from "./bus-options.js";
export type { NatsBus, NatsServerInfo } from "./nats-bus.js";
export {
  type NatsLeaseStore,
  type NatsLeaseStoreOptions,
  openNatsLeaseStore,
  relayBuckets,
} from "./nats-lease-store.js";
export { openNatsBus } from "./open-bus.js";
export {
  keepRawFrames,
  type MissedFrames,
  type RawStreamOptions,
  type ReadPosition,
  readMissedFrames,
} from "./raw-stream.js";
export { rawStream } from "./raw-stream-name.js";
export { type FollowInThreads, followInThreads } from "./threads/follow-in-threads.js";
