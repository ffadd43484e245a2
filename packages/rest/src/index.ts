export type { RetryOptions } from "./call/backoff.js";
export type { CallOptions } from "./call/call-options.js";
export type { IntentStore, Remembered, RememberedIntent } from "./call/intent-store.js";
export type { CallMaker, OperationFunctions } from "./call/operation-functions.js";
export type { VenueAddresses } from "./client/addresses.js";
export { callOnce, type OnceOptions, type RequestSigner } from "./client/call-once.js";
export { Caller } from "./client/caller.js";
export type { CallerOptions, CallerPorts } from "./client/caller-options.js";
export type { ClientOrderIdForm } from "./client/order-ids.js";
export { type HeaderSigning, signForm, signHeaders } from "./client/request-signers.js";
export { call, createCaller, createRestClient, type RestClient } from "./client/rest-client.js";
export { Throttles, type ThrottlesStatistics } from "./client/throttles.js";
export type { VenueClockOptions, VenueClockReading } from "./clock/venue-clock.js";
export type { Flattened } from "./halt/flatten.js";
export type { Halt, HaltEnd, HaltOptions, HaltOrder } from "./halt/halt-order.js";
export {
  type BatchOutcome,
  cancelOrdersById,
  historicalOrdersById,
  ordersByClientOrderId,
  ordersById,
} from "./lists/in-batches.js";
export { type ListOptions, listAll } from "./lists/list-all.js";
export {
  type ContractKind,
  contractKindOf,
  feeOf,
  orderValue,
  type ProfitingPosition,
  profitOf,
  roundPrice,
  roundQuantity,
} from "./money/position-money.js";
export type { CarefulCalls } from "./outcome/careful-calls.js";
export type { OrderVerdict } from "./outcome/order-verdict.js";
export type { ResolveOptions } from "./outcome/resolve-orders.js";
export type { PendingOutcome } from "./outcome/resolve-pending.js";
export type { TradingLimits } from "./safety/trading-limits.js";
export { type CallPriority, callPriorities } from "./throttle/priority.js";
export { defaultThrottleOptions, type ThrottleOptions } from "./throttle/throttle-options.js";
export { OrderHandle, type Replacement } from "./trader/order-handle.js";
export type { OrderState } from "./trader/order-state.js";
export { Trader } from "./trader/trader.js";
export type { TraderEvent } from "./trader/trader-event.js";
export type { PlaceOptions, TraderOptions, TraderPorts } from "./trader/trader-options.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as restTypes from "./types.js";
