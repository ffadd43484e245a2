/** Coin-margined queries: one export per operation. */
export * as coin from "./coin.js";
export type { DepositStatus } from "./enums/deposit-status.js";
export { type KlinePeriod, type KnownKlinePeriod, klinePeriodMs } from "./enums/kline-period.js";
export type { Liquidity } from "./enums/liquidity.js";
export type { OrderSide } from "./enums/order-side.js";
export type { OrderSource } from "./enums/order-source.js";
export type { OrderStatus } from "./enums/order-status.js";
export type { OrderType } from "./enums/order-type.js";
export type { PlanStatus } from "./enums/plan-status.js";
export type { PositionChangeType } from "./enums/position-change-type.js";
export type { PositionMode } from "./enums/position-mode.js";
export type { PositionSide } from "./enums/position-side.js";
export type { WithdrawalStatus } from "./enums/withdrawal-status.js";
export type { VenueCodeCategory, VenueCodeEntry } from "./errors/venue-code-entry.js";
export { type VenueCode, venueCodes } from "./errors/venue-codes.js";
export { orderLimits, pushLimits, requestLimits } from "./limits/limits.js";
export { type ChannelKind, defaultServiceName } from "./names/channel.js";
export type { Pair } from "./names/pair.js";
export type { AlternateDomain } from "./records/alternate-domain.js";
export type { AssetBalance, AssetSummary } from "./records/asset-summary.js";
export type { CoinConfiguration } from "./records/coin-configuration.js";
export type { Contract } from "./records/contract.js";
export type { ContractAsset } from "./records/contract-asset.js";
export type { Deal } from "./records/deal.js";
export type { Deposit } from "./records/deposit.js";
export type { Depth } from "./records/depth.js";
export type { DepthLevel } from "./records/depth-level.js";
export type { Fill } from "./records/fill.js";
export type { FundingRate } from "./records/funding-rate.js";
export type { HistoricalOrder } from "./records/historical-order.js";
export type { Kline } from "./records/kline.js";
export type { Market } from "./records/market.js";
export type { Order } from "./records/order.js";
export type { PlanOrder } from "./records/plan-order.js";
export type { Position } from "./records/position.js";
export type { PositionChange } from "./records/position-change.js";
export type { Precision } from "./records/precision.js";
export type {
  ClientOrderId,
  Coin,
  FillId,
  Money,
  OrderId,
  PositionChangeId,
  Price,
  Quantity,
  Rate,
  UserId,
  WithdrawalId,
} from "./records/scalars.js";
export type { SpotPair } from "./records/spot-pair.js";
export type { TagPrice } from "./records/tag-price.js";
export type { Ticker } from "./records/ticker.js";
export type { TradeLimits } from "./records/trade-limits.js";
export type { Withdrawal } from "./records/withdrawal.js";
export type { Operation, OperationsOf, ParamsOf, PassedOf, ResultOf } from "./shape/operation.js";
export type { InputFields, InputOf, ValueOf } from "./shape/value.js";
/** Spot market data: one export per operation. */
export * as spot from "./spot.js";
/** Types that the exported types consist of, for code that names one of them. */
export type * as schemaTypes from "./types.js";
/** USDT-margined trading, queries and reference data: one export per operation. */
export * as usdt from "./usdt.js";
/** Wallet and spot account: one export per operation. */
export * as wallet from "./wallet.js";
