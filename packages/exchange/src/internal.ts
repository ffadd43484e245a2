/** For siblings alone: not part of the public interface, and without any promise. */
export { type AccountId, lastUserAccount } from "./account/account-id.js";
export type { PositionMode } from "./account/position-mode.js";
export { createRandomState, happens, nextHex, nextInteger, type RandomState } from "./agents/random-state.js";
export type { PublishedDepth } from "./book/depth-feed.js";
export type { DepthChanges, DepthWindow, Levels } from "./book/depth-window.js";
export { checkCommand } from "./command/check-command.js";
export type {
  CancelAll,
  CancelAllPlans,
  CancelOrder,
  CancelOrders,
  CancelPlan,
  ChangeAccount,
  ChangeMargin,
  ChangeMode,
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
  StartStrategy,
  Tick,
  Transfer,
  Withdraw,
} from "./command/command.js";
export type { MakeHistory, PrivateStreamLost, SetMarket } from "./command/venue-commands.js";
export { maxFundingRate } from "./contract/funding-rate.js";
export { usualFundingPeriodMs } from "./contract/tag-price.js";
export type { ContractTerms } from "./contract/terms.js";
export type { ContractKind } from "./contract/units.js";
export { usualTerms, usualTrading } from "./contract/usual-terms.js";
export type {
  AssetsChanged,
  CancelAccepted,
  CancelReason,
  CommandRefused,
  DebtChanged,
  DepositChanged,
  DepthPublished,
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
} from "./event/event.js";
export { maxCoins, moneyScale, moneyText, rateScale, scaledText } from "./exact/money.js";
export { Exchange } from "./exchange.js";
export { type ApiKeyRecord, type KeyPermission, keyPermissions } from "./keys/api-key.js";
export { hasKey, keysOf } from "./keys/change-keys.js";
export { dueUsers } from "./liquidation/look.js";
export { indexBounds } from "./market/index-price.js";
export type { Direction, Market, MarketFamily, OrderSide } from "./market/market.js";
export { contractMarket, contractPairs, marketOf, wholeVenue } from "./market/market-list.js";
export { type DealView, dealsOf, viewDeal } from "./market-data/deals.js";
export { type KlineView, klinesOf, tagPriceKlinesOf } from "./market-data/klines.js";
export { type BarPeriod, isBarPeriod, periodStart } from "./market-data/period.js";
export { type TickerView, tickerOf, viewTicker } from "./market-data/ticker.js";
export {
  type MirrorDepth,
  type MirrorLevel,
  type MirrorTrade,
  type QueueRule,
  queueRules,
} from "./mirror/mirror-command.js";
export type { Attachment, FinishedOrder } from "./order/order-record.js";
export type { OrderStatus } from "./order/order-status.js";
export type { PlanStatus } from "./plan/plan-order.js";
export type { RecordPage } from "./remembered/record-log.js";
export { logsOf } from "./remembered/remembered.js";
export { platformToken } from "./settle/fees.js";
export { spotMarkets, spotPairId } from "./spot/spot-list.js";
export type { ExchangeConfig, ExchangeState, MarketSource, MarketState } from "./state/exchange-state.js";
export type { GraphTable } from "./state/graph-table.js";
export { canonicalText, decodeState, snapshotText } from "./state/state-codec.js";
export { type AccountView, findOrder, findOrdersByClientId, viewAccount } from "./view/account-view.js";
export type { AssetsView } from "./view/assets.js";
export type { ChangeType, ChangeView } from "./view/change.js";
export { type ContractView, viewContracts } from "./view/contract-view.js";
export { type EquityView, viewEquity } from "./view/equity-view.js";
export type { FillView } from "./view/fill.js";
export {
  everyOrder,
  findByClientId,
  findChanges,
  findOrders,
  findRecord,
  orderOf,
  readOrders,
  viewChanges,
  viewFills,
  viewHistory,
} from "./view/history-view.js";
export { viewLedger, viewLedgerTotals } from "./view/ledger-view.js";
export type { OrderView } from "./view/order.js";
export type { PlanView } from "./view/plan-view.js";
export type { PositionView } from "./view/position.js";
export { type EmptyPositions, viewBothSides } from "./view/position-view.js";
export { priceText, quantityText, type WireSource } from "./view/texts.js";
export { entryId, type IdSize, idSizes, readEntryId, recordId } from "./view/wire-ids.js";
export { depositAddress } from "./wallet/chain.js";
export { coinList, findCoin } from "./wallet/coin-list.js";
export { summaryOf } from "./wallet/summary.js";
export type { DepositView, WithdrawalStatusView, WithdrawalView } from "./wallet/wallet-entry.js";
export type { DepositStage } from "./wallet/wallet-state.js";
export { listDeposits, listWithdrawals } from "./wallet/wallet-view.js";
