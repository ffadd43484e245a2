export { type FaultKind, type FaultRule, faultKinds, type RestFaultKind, restFaultKinds } from "./faults/fault.js";
export type { FaultPlan, MessageFaultRule, RequestFaultRule } from "./faults/fault-plan.js";
export type { GuardOptions } from "./guard/guard-options.js";
export { checkData, type DataReport } from "./journal/check-data.js";
export type { DataOptions } from "./journal/data-options.js";
export type { Durability } from "./journal/durability.js";
export type { StartRecovery } from "./journal/recover.js";
export type { LatencyOptions } from "./latency/latency-options.js";
export { openMarketFile } from "./market/market-file.js";
export type { SandboxOptions } from "./options.js";
export type { FeedDepth, MarketFeed, MarketFeedSink } from "./paper/market-feed.js";
export type { Scenario } from "./play/scenario.js";
export type { Profile } from "./profile.js";
export { type ForkOptions, type Sandbox, type SandboxStatistics, startSandbox } from "./sandbox.js";
export { SnapshotError } from "./snapshots/snapshot-error.js";
export type { TermsOptions } from "./terms/terms-options.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as sandboxTypes from "./types.js";
