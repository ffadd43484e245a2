/** For siblings alone: not part of the public interface, and without any promise. */
export { defaultRetryOptions } from "./call/backoff.js";
export { isFinishedRefusal } from "./call/repeated-cancel.js";
export { Addresses } from "./client/addresses.js";
export { callerOptionTable } from "./client/caller-option-table.js";
export { createClientOrderIds, idsPerMillisecond, isInteger } from "./client/client-order-ids.js";
export { takesClientOrderId } from "./client/order-ids.js";
export { SentOrders } from "./client/sent-orders.js";
export { defaultVenueClockOptions } from "./clock/venue-clock.js";
export { isGuarded } from "./exclusive/call-guard.js";
export { openOrdersOf } from "./halt/halt-survey.js";
export { idsPerCall } from "./lists/in-batches.js";
export { checkOrder } from "./market/check-order.js";
export { MarketFactsCache } from "./market/market-facts.js";
export { sumOf } from "./money/position-money.js";
export { answerTimeoutMs, readFence, timestampToleranceMs } from "./outcome/fence.js";
export { hasClientOrderId } from "./outcome/match-order.js";
export type { OrderToFind } from "./outcome/order-verdict.js";
export { createReconciler, type OfFamily, type OfPage, type RestReconciler } from "./reconcile/reconciler.js";
export {
  createDepthSource,
  createKlineSource,
  type DepthAnswer,
  type RestDepthSource,
  type RestKlineSource,
} from "./reconcile/sources.js";
export { checkLimits, type KnownForLimits, mayBeWorthMore } from "./safety/trading-limits.js";
export { type CallPriority, callPriorities } from "./throttle/priority.js";
export { type Slot, type SlotEnd, Throttle } from "./throttle/throttle.js";
export { defaultThrottleOptions, type ThrottleOptions } from "./throttle/throttle-options.js";
export { traderOptionTable } from "./trader/trader-option-table.js";
export type * from "./types.js";
