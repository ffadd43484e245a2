export type { PositionMode } from "./exchange/account/user.js";
export type * from "./exchange/command.js";
export type { ContractTerms } from "./exchange/contract/terms.js";
export type { ContractKind } from "./exchange/contract/units.js";
export type { PublishedDepth } from "./exchange/depth-feed.js";
export type { DepthChanges, DepthWindow, Levels } from "./exchange/depth-window.js";
export type * from "./exchange/event.js";
export type { ExchangeView } from "./exchange/exchange.js";
export type { KeyPermission } from "./exchange/keys/api-key.js";
export type { Direction, Market, MarketFamily, OrderSide } from "./exchange/market.js";
export type { DealView } from "./exchange/market-data/deals.js";
export type { KlineView } from "./exchange/market-data/klines.js";
export type { BarPeriod } from "./exchange/market-data/period.js";
export type { TickerView } from "./exchange/market-data/ticker.js";
export type { MirrorDepth, MirrorLevel, MirrorTrade } from "./exchange/mirror/mirror-command.js";
export type { Attachment, OrderStatus } from "./exchange/order/order-record.js";
export type { PlanStatus } from "./exchange/plan/plan-order.js";
export type { RandomState } from "./exchange/random-state.js";
export { type RefusalReason, refusalCodes } from "./exchange/refusal.js";
export type { AssetsView } from "./exchange/view/assets-view.js";
export type { ChangeType, ChangeView } from "./exchange/view/change-view.js";
export type { FillView } from "./exchange/view/fill-view.js";
export type { OrderView } from "./exchange/view/order-view.js";
export type { PlanView } from "./exchange/view/plan-view.js";
export type { PositionView } from "./exchange/view/position-view.js";
export type { WireSource } from "./exchange/view/texts.js";
export { type IdSize, idSizes } from "./exchange/view/wire-ids.js";
export type { DepositStage } from "./exchange/wallet/wallet-state.js";
export type { DepositView, WithdrawalStatusView, WithdrawalView } from "./exchange/wallet/wallet-view.js";
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
export type { OlderState } from "./journal/directory-marks.js";
export { type Durability, durabilities, type JournalHistory, type JournalStep } from "./journal/journal.js";
export type { Recovery, StartRecovery } from "./journal/recover.js";
export { StoreError } from "./journal/store-error.js";
export type { RandomBytes } from "./key-source.js";
export type { SandboxOptions } from "./options.js";
export type {
  FeedDepth,
  FeedLevel,
  FeedTrade,
  MarketFeed,
  MarketFeedSink,
} from "./paper/market-feed.js";
export { type Profile, profiles } from "./profile.js";
export type { Feed, FeedKind } from "./push/feed.js";
export type { PrivateFamily } from "./push/push-path.js";
export { handledOperations } from "./rest/handlers.js";
export type { WireForms } from "./rest/wire-form.js";
export { type Sandbox, type SandboxStatistics, startSandbox } from "./sandbox.js";
export type { ContractOptions, TermsOptions, TradingTerms } from "./terms/terms-options.js";
