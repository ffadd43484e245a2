export type {
  AccountEvent,
  AccountFact,
  AccountFill,
  AccountNotice,
  AccountOrder,
  Origin,
  PassiveChange,
} from "./mirror/account-event.js";
export { type AccountOptions, defaultAccountOptions } from "./mirror/account-options.js";
export type { AccountState, AccountStatus, PairPositions } from "./mirror/account-state.js";
export {
  type AccountParts,
  type AccountRecovery,
  type AccountStatistics,
  AccountStream,
} from "./mirror/account-stream.js";
export type { Difference } from "./mirror/difference.js";
export type { DeliveredFact, DeliveredStore } from "./ports/delivered-store.js";
export type { StreamGap, StreamGapReason } from "./queue/gap.js";
export type { Gap } from "./queue/gap-accumulator.js";
export type { Reconciler } from "./reconcile/reconciler.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as accountTypes from "./types.js";
