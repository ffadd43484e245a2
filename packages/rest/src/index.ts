export { defaultRetryOptions, type RetryOptions } from "./call/backoff.js";
export type { CallOptions } from "./call/call-options.js";
export type { CallScope } from "./call/call-scope.js";
export type { IntentEnd, IntentStore, Remembered, RememberedIntent } from "./call/intent-store.js";
export type { CallMaker, OperationFunction, OperationFunctions } from "./call/operation-functions.js";
export { AddressBook, type VenueAddresses } from "./client/addresses.js";
export { Caller } from "./client/caller.js";
export type { CallerOptions, CallerPorts } from "./client/caller-options.js";
export { createClientOrderIds } from "./client/client-order-ids.js";
export type { HaltNotKeptListener, OrderDesk } from "./client/order-desk.js";
export type { ClientOrderIdForm } from "./client/order-ids.js";
export { call, createCaller, createRestClient, type RestClient } from "./client/rest-client.js";
export {
  type FinishedListener,
  type HeardOrder,
  type OrderProgress,
  type SentOrder,
  SentOrders,
  type VerdictListener,
} from "./client/sent-orders.js";
export { Throttles, type ThrottlesStatistics } from "./client/throttles.js";
export { defaultVenueClockOptions, type VenueClockOptions, type VenueClockReading } from "./clock/venue-clock.js";
export type { Flattened } from "./halt/flatten.js";
export type { Halt, HaltEnd, HaltOptions, HaltOrder, HaltPlans, HaltScope } from "./halt/halt-order.js";
export type { HeldPosition } from "./halt/halt-survey.js";
export type { HaltKeeping, KeptHalt } from "./halt/kept-halt.js";
export type { OrderGate, Stoppable } from "./halt/order-gate.js";
export {
  type BatchOutcome,
  cancelOrders,
  historicalOrdersById,
  idsPerCall,
  ordersByClientOrderId,
  ordersById,
} from "./lists/in-batches.js";
export { type ItemOf, type ListOptions, listAll, type PagedOperation, type UnpagedParams } from "./lists/list-all.js";
export { checkOrder } from "./market/check-order.js";
export {
  type AccountFacts,
  type FactualPosition,
  MarketBook,
  type MarketFacts,
  type WaitingOrder,
} from "./market/market-facts.js";
export {
  type ContractKind,
  contractKindOf,
  feeOf,
  orderValue,
  type ProfitingPosition,
  profitOf,
  roundPrice,
  roundQuantity,
  sumOf,
} from "./money/position-money.js";
export type { CarefulCalls } from "./outcome/careful-calls.js";
export type { FoundOrder, OrderToFind, OrderVerdict, UnknownReason } from "./outcome/order-verdict.js";
export { type ResolveOptions, timestampToleranceMs } from "./outcome/resolve-orders.js";
export type { PendingCalls, PendingOutcome } from "./outcome/resolve-pending.js";
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
export { checkLimits, type KnownForLimits, type TradingLimits } from "./safety/trading-limits.js";
export type { ConnectionOptions } from "./throttle/connections.js";
export { type CallPriority, callPriorities } from "./throttle/priority.js";
export type { Slot, SlotEnd, Throttle } from "./throttle/throttle.js";
export { defaultThrottleOptions, type ThrottleOptions, type ThrottleStatistics } from "./throttle/throttle-options.js";
export { type OrderActions, OrderHandle, type Replacement } from "./trader/order-handle.js";
export type { OrderState } from "./trader/order-state.js";
export { Trader } from "./trader/trader.js";
export type { TraderEvent } from "./trader/trader-event.js";
export type { PlaceOptions, TraderOptions, TraderPorts } from "./trader/trader-options.js";
