export type { AccountId } from "./account/account-id.js";
export { firstUserAccount } from "./account/account-id.js";
export type { PositionMode } from "./account/position-mode.js";
export type { RandomState } from "./agents/random-state.js";
export type { PublishedDepth } from "./book/depth-feed.js";
export type { DepthChanges, DepthWindow, Levels } from "./book/depth-window.js";
export type {
  CancelAll,
  CancelAllPlans,
  CancelOrder,
  CancelOrders,
  CancelPlan,
  ChangeAccount,
  ChangeMargin,
  ChangeMode,
  Command,
  Credit,
  DecideWithdrawal,
  Deposit,
  FundInsurance,
  LoadDepth,
  OpenKey,
  PassTime,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PlacePlan,
  PublishDepth,
  Purse,
  RevokeKey,
  SetAccount,
  SetIndex,
  SetMarket,
  StartStrategy,
  Tick,
  Transfer,
  Withdraw,
} from "./command/command.js";
export type { ContractTerms } from "./contract/terms.js";
export type { ContractKind } from "./contract/units.js";
export type {
  AssetsChanged,
  CancelAccepted,
  CancelReason,
  CommandRefused,
  DebtChanged,
  DepositChanged,
  DepthPublished,
  ExchangeEvent,
  Filled,
  FundingSettled,
  InsurancePaid,
  KeyRevoked,
  MoneyMoved,
  OrderCancelled,
  OrderChanged,
  OrderPlaced,
  PlanChanged,
  PositionChanged,
  PositionLogged,
  PriceMarked,
  Trade,
  WithdrawalChanged,
} from "./event.js";
export type { ExchangeView } from "./exchange.js";
export type { KeyPermission } from "./keys/api-key.js";
export type { Direction, Market, MarketFamily, OrderSide } from "./market/market.js";
export type { DealView } from "./market-data/deals.js";
export type { KlineView } from "./market-data/klines.js";
export type { BarPeriod } from "./market-data/period.js";
export type { TickerView } from "./market-data/ticker.js";
export type { MirrorDepth, MirrorLevel, MirrorTrade } from "./mirror/mirror-command.js";
export type { Attachment } from "./order/order-record.js";
export type { OrderStatus } from "./order/order-status.js";
export type { PlanStatus } from "./plan/plan-order.js";
export { type RefusalReason, refusalCodes } from "./refusal.js";
export type { AssetsView } from "./view/assets.js";
export type { ChangeType, ChangeView } from "./view/change.js";
export type { FillView } from "./view/fill.js";
export type { OrderView } from "./view/order-view.js";
export type { PlanView } from "./view/plan-view.js";
export type { PositionView } from "./view/position.js";
export type { WireSource } from "./view/texts.js";
export { type IdSize, idSizes } from "./view/wire-ids.js";
export type { DepositView, WithdrawalStatusView, WithdrawalView } from "./wallet/wallet-entry.js";
export type { DepositStage } from "./wallet/wallet-state.js";
