export type {
  AccountEvent,
  AccountFact,
  AccountFill,
  AccountNotice,
  AccountOrder,
  Origin,
  PassiveChange,
} from "./mirror/account-event.js";
export type { MirrorCounters } from "./mirror/account-mirror.js";
export { type AccountOptions, defaultAccountOptions } from "./mirror/account-options.js";
export type { AccountState, AccountStatus, PairPositions } from "./mirror/account-state.js";
export {
  type AccountFeed,
  type AccountParts,
  type AccountRecovery,
  type AccountStatistics,
  AccountStream,
} from "./mirror/account-stream.js";
export type { Difference } from "./mirror/difference.js";
export type { AccountBeginning, DeliveredFact, DeliveredHistory, DeliveredStore } from "./ports/delivered-store.js";
export type { StreamGap, StreamGapReason } from "./queue/gap.js";
export type { Gap } from "./queue/gap-keeper.js";
export type { LoopWatch, WatchedLoop } from "./queue/loop-watch.js";
export type { KnownOrderSide, MarginFamily, PageRequest, Reconciler, RequestBudget } from "./reconcile/reconciler.js";
export { type BudgetOptions, createRequestBudget, defaultBudgetOptions } from "./reconcile/request-budget.js";
