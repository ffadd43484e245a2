/** For siblings alone: not part of the public interface, and without any promise. */
export type { FaultMoment, FaultTarget, MessageFaultKind } from "./faults/fault.js";
export { durabilities } from "./journal/durability.js";
export type { JournalHistory, JournalStep } from "./journal/journal-history.js";
export type { OlderState } from "./journal/older-state.js";
export type { Recovery } from "./journal/recover.js";
export type { RandomBytes } from "./keys/key-source.js";
export type { FeedLevel } from "./paper/market-feed.js";
export { profiles } from "./profile.js";
export type { Feed, FeedKind } from "./push/feed.js";
export type { PrivateFamily } from "./push/push-path.js";
export { handledOperations } from "./rest/handlers.js";
export type { WireForms } from "./rest/wire-form.js";
export type { ContractOptions, TradingTerms } from "./terms/terms-options.js";
