/** For siblings alone: not part of the public interface, and without any promise. */
export { defaultRetryOptions } from "./call/backoff.js";
export type { CallScope } from "./call/call-scope.js";
export type { IntentEnd } from "./call/intent-store.js";
export type { OperationFunction } from "./call/operation-functions.js";
export { Addresses } from "./client/addresses.js";
export { callerOptionTable } from "./client/caller-option-table.js";
export { createClientOrderIds } from "./client/client-order-ids.js";
export type { HaltNotKeptListener, OrderDesk } from "./client/order-desk.js";
export {
  type FinishedListener,
  type HeardOrder,
  type OrderProgress,
  type SentOrder,
  SentOrders,
  type VerdictListener,
} from "./client/sent-orders.js";
export { defaultVenueClockOptions } from "./clock/venue-clock.js";
export type { HaltKeeping, HaltPlans, HaltScope } from "./halt/halt-order.js";
export type { HeldPosition } from "./halt/halt-survey.js";
export type { KeptHalt } from "./halt/kept-halt.js";
export type { OrderGate, Stoppable } from "./halt/order-gate.js";
export { idsPerCall } from "./lists/in-batches.js";
export type { ItemOf, PagedOperation, UnpagedParams } from "./lists/list-all.js";
export { checkOrder } from "./market/check-order.js";
export {
  type AccountFacts,
  type FactualPosition,
  type MarketFacts,
  MarketFactsCache,
  type WaitingOrder,
} from "./market/market-facts.js";
export { sumOf } from "./money/position-money.js";
export { timestampToleranceMs } from "./outcome/fence.js";
export type { FoundOrder, OrderToFind, UnknownReason } from "./outcome/order-verdict.js";
export type { PendingCalls } from "./outcome/resolve-pending.js";
export type { CallVerdict, SettleOptions } from "./outcome/settle-call.js";
export type { PlacedPlan } from "./outcome/traces.js";
export { createReconciler, type OfFamily, type OfPage, type RestReconciler } from "./reconcile/reconciler.js";
export {
  createDepthSource,
  createKlineSource,
  type DepthAnswer,
  type RestDepthSource,
  type RestKlineSource,
} from "./reconcile/sources.js";
export { checkLimits, type KnownForLimits } from "./safety/trading-limits.js";
export type { ConnectionOptions } from "./throttle/connections.js";
export type { Slot, SlotEnd, Throttle } from "./throttle/throttle.js";
export type { ThrottleStatistics } from "./throttle/throttle-options.js";
export type { OrderActions } from "./trader/order-handle.js";
export { traderOptionTable } from "./trader/trader-option-table.js";
