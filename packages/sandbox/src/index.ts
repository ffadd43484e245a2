export {
  type FaultKind,
  type FaultMoment,
  type FaultRule,
  type FaultTarget,
  faultKinds,
  type MessageFaultKind,
  type RestFaultKind,
  restFaultKinds,
} from "./faults/fault.js";
export type { FaultPlan, MessageFaultRule, RequestFaultRule } from "./faults/fault-plan.js";
export { checkData, type DataReport } from "./journal/check-data.js";
export type { DataOptions } from "./journal/data-options.js";
export { type Durability, durabilities } from "./journal/durability.js";
export type { JournalHistory, JournalStep } from "./journal/journal-history.js";
export type { OlderState } from "./journal/older-state.js";
export type { Recovery, StartRecovery } from "./journal/recover.js";
export type { RandomBytes } from "./key-source.js";
export type { SandboxOptions } from "./options.js";
export type { FeedDepth, FeedLevel, FeedTrade, MarketFeed, MarketFeedSink } from "./paper/market-feed.js";
export { type Profile, profiles } from "./profile.js";
export type { Feed, FeedKind } from "./push/feed.js";
export type { PrivateFamily } from "./push/push-path.js";
export { handledOperations } from "./rest/handlers.js";
export type { WireForms } from "./rest/wire-form.js";
export { type Sandbox, type SandboxStatistics, startSandbox } from "./sandbox.js";
export type { ContractOptions, TermsOptions, TradingTerms } from "./terms/terms-options.js";
