export type { CallScope, ScopePorts } from "./call/call-scope.js";
export type { IntentEnd } from "./call/intent-store.js";
export type { OperationFunction } from "./call/operation-functions.js";
export type { Addresses } from "./client/addresses.js";
export type { HaltNotKeptListener, OrderDesk, OrderDeskPorts } from "./client/order-desk.js";
export type { OrderProgress } from "./client/order-progress.js";
export type { HeardOrder, SentOrder } from "./client/sent-order.js";
export type { FinishedListener, SentOrders, VerdictListener } from "./client/sent-orders.js";
export type { CallGuard } from "./exclusive/call-guard.js";
export type {
  ExclusiveLoss,
  ExclusiveParts,
  ExclusiveSession,
  ExclusiveState,
  ExclusiveTrader,
  ExclusiveTrading,
  NotTheTrader,
  TakeoverStep,
} from "./exclusive/exclusive-trading.js";
export type { HaltKeeping, HaltPlans, HaltScope, ResumeOptions } from "./halt/halt-order.js";
export type { HeldPosition } from "./halt/halt-survey.js";
export type { KeptHalt, KeptHaltParts } from "./halt/kept-halt.js";
export type { OrderGate, Stoppable } from "./halt/order-gate.js";
export type { ItemOf, PagedOperation, UnpagedParams } from "./lists/list-all.js";
export type { AccountFacts, FactualPosition, MarketFacts, WaitingOrder } from "./market/market-facts.js";
export type { FoundOrder, UnknownReason } from "./outcome/order-verdict.js";
export type { PendingCalls } from "./outcome/resolve-pending.js";
export type { CallVerdict, SettleOptions } from "./outcome/settle-call.js";
export type { PlacedPlan } from "./outcome/traces.js";
export type { ConnectionOptions, Connections } from "./throttle/connections.js";
export type { Slot, SlotEnd, Throttle } from "./throttle/throttle.js";
export type { ThrottleStatistics } from "./throttle/throttle-options.js";
export type { OrderActions } from "./trader/order-handle.js";
export type { ToldFill } from "./trader/told-fills.js";
export type { FlattenOptions } from "./trader/trader-options.js";
