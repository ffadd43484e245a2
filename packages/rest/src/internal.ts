/** For siblings alone: not part of the public interface, and without any promise. */
export { defaultRetryOptions } from "./call/backoff.js";
export { Addresses } from "./client/addresses.js";
export { callerOptionTable } from "./client/caller-option-table.js";
export { createClientOrderIds } from "./client/client-order-ids.js";
export { SentOrders } from "./client/sent-orders.js";
export { defaultVenueClockOptions } from "./clock/venue-clock.js";
export { idsPerCall } from "./lists/in-batches.js";
export { checkOrder } from "./market/check-order.js";
export { MarketFactsCache } from "./market/market-facts.js";
export { sumOf } from "./money/position-money.js";
export { timestampToleranceMs } from "./outcome/fence.js";
export type { OrderToFind } from "./outcome/order-verdict.js";
export { createReconciler, type OfFamily, type OfPage, type RestReconciler } from "./reconcile/reconciler.js";
export {
  createDepthSource,
  createKlineSource,
  type DepthAnswer,
  type RestDepthSource,
  type RestKlineSource,
} from "./reconcile/sources.js";
export { checkLimits, type KnownForLimits } from "./safety/trading-limits.js";
export { traderOptionTable } from "./trader/trader-option-table.js";
export type * from "./types.js";
