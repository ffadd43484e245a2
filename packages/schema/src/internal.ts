/** For siblings alone: everything, the descriptor language and the wire's forms too. No part of the public interface, and without any promise. */

export * from "./enums/asset-detail.js";
export * from "./enums/attached-order-type.js";
export * from "./enums/data-kind.js";
export * from "./enums/deposit-filter.js";
export * from "./enums/deposit-status.js";
export * from "./enums/kline-period.js";
export * from "./enums/liquidity.js";
export * from "./enums/order-side.js";
export * from "./enums/order-source.js";
export * from "./enums/order-status.js";
export * from "./enums/order-type.js";
export * from "./enums/plan-kind.js";
export * from "./enums/plan-status.js";
export * from "./enums/position-change-type.js";
export * from "./enums/position-mode.js";
export * from "./enums/position-side.js";
export * from "./enums/push-compression.js";
export * from "./enums/push-kline-period.js";
export * from "./enums/trade-side.js";
export * from "./enums/transfer-direction.js";
export * from "./enums/withdrawal-filter.js";
export * from "./enums/withdrawal-status.js";
export * from "./errors/venue-code-entry.js";
export * from "./errors/venue-codes.js";
export * from "./limits/limits.js";
export * from "./limits/single-limits.js";
export * from "./names/address.js";
export * from "./names/channel.js";
export * from "./names/header.js";
export * from "./names/pair.js";
export * from "./operations/code-groups.js";
/** The whole family, with the records of its parameters: types that are derived from it keep their sentences. */
export * as coin from "./operations/coin/index.js";
export * from "./operations/envelopes.js";
export * from "./operations/queries/batch.js";
export * from "./operations/queries/depth.js";
export * from "./operations/queries/fills.js";
export * from "./operations/queries/klines.js";
export * from "./operations/queries/nothing.js";
export * from "./operations/queries/order-history.js";
export * from "./operations/queries/orders-by-id.js";
export * from "./operations/queries/paging.js";
export * from "./operations/queries/position-changes.js";
export { type GetDealsParams, getDealsParams } from "./operations/spot/get-deals.js";
export { type GetMarketParams, getMarketParams } from "./operations/spot/get-market.js";
export { type GetTickerParams, getTickerParams } from "./operations/spot/get-ticker.js";
/** The whole family, with the records of its parameters: types that are derived from it keep their sentences. */
export * as spot from "./operations/spot/index.js";
export { type AdjustMarginParams, adjustMarginParams } from "./operations/usdt/adjust-margin.js";
export { type CancelAllOrdersParams, cancelAllOrdersParams } from "./operations/usdt/cancel-all-orders.js";
export { type CancelAllPlanOrdersParams, cancelAllPlanOrdersParams } from "./operations/usdt/cancel-all-plan-orders.js";
export { type CancelOrderParams, cancelOrderParams } from "./operations/usdt/cancel-order.js";
export { type CancelOrdersParams, cancelOrdersParams } from "./operations/usdt/cancel-orders.js";
export { type CancelPlanOrderParams, cancelPlanOrderParams } from "./operations/usdt/cancel-plan-order.js";
export { type GetAssetsParams, getAssetsParams } from "./operations/usdt/get-assets.js";
export {
  type GetOpenOrdersParams,
  getOpenOrdersParams,
  type OpenOrderPage,
  openOrderPage,
} from "./operations/usdt/get-open-orders.js";
export { type GetOrderParams, getOrderParams } from "./operations/usdt/get-order.js";
export { type GetOrdersParams, getOrdersParams } from "./operations/usdt/get-orders.js";
export {
  type GetOrdersByClientOrderIdParams,
  getOrdersByClientOrderIdParams,
} from "./operations/usdt/get-orders-by-client-order-id.js";
export { type GetPlanOrdersParams, getPlanOrdersParams } from "./operations/usdt/get-plan-orders.js";
export { type GetPositionsParams, getPositionsParams } from "./operations/usdt/get-positions.js";
export { serverTime } from "./operations/usdt/get-server-time.js";
/** The whole family, with the records of its parameters: types that are derived from it keep their sentences. */
export * as usdt from "./operations/usdt/index.js";
export { placedOrder, placeOrderParams } from "./operations/usdt/place-order.js";
export { type PlacePlanOrderParams, placePlanOrderParams } from "./operations/usdt/place-plan-order.js";
export { type SetModeAndLeverageParams, setModeAndLeverageParams } from "./operations/usdt/set-mode-and-leverage.js";
export { type TransferFundsParams, transferFundsParams } from "./operations/usdt/transfer-funds.js";
export {
  type GetCoinConfigurationsParams,
  getCoinConfigurationsParams,
} from "./operations/wallet/get-coin-configurations.js";
export { type GetDepositAddressParams, getDepositAddressParams } from "./operations/wallet/get-deposit-address.js";
export { type GetMainAssetsParams, getMainAssetsParams } from "./operations/wallet/get-main-assets.js";
export { type GetSpotAssetsParams, getSpotAssetsParams } from "./operations/wallet/get-spot-assets.js";
/** The whole family, with the records of its parameters: types that are derived from it keep their sentences. */
export * as wallet from "./operations/wallet/index.js";
export {
  type DepositPage,
  depositPage,
  type ListDepositsParams,
  listDepositsParams,
} from "./operations/wallet/list-deposits.js";
export {
  type ListWithdrawalsParams,
  listWithdrawalsParams,
  type WithdrawalPage,
  withdrawalPage,
} from "./operations/wallet/list-withdrawals.js";
export { type WithdrawParams, withdrawParams } from "./operations/wallet/withdraw.js";
export * from "./push/channel-protocol/client-messages.js";
export * from "./push/channel-protocol/deals.js";
export * from "./push/channel-protocol/depth.js";
export * from "./push/channel-protocol/kline.js";
export * from "./push/channel-protocol/server-messages.js";
export * from "./push/payloads.js";
export * from "./push/prefix-protocol/client-messages.js";
export * from "./push/prefix-protocol/deals.js";
export * from "./push/prefix-protocol/depth.js";
export * from "./push/prefix-protocol/kline.js";
export * from "./push/prefix-protocol/private-event.js";
export * from "./push/prefix-protocol/server-messages.js";
export * from "./push/prefix-protocol/ticker.js";
export * from "./records/alternate-domain.js";
export * from "./records/answer.js";
export * from "./records/asset-summary.js";
export * from "./records/coin-configuration.js";
export * from "./records/contract.js";
export * from "./records/contract-asset.js";
export * from "./records/deal.js";
export * from "./records/deposit.js";
export * from "./records/depth.js";
export * from "./records/depth-level.js";
export * from "./records/depth-row.js";
export * from "./records/failure.js";
export * from "./records/fill.js";
export * from "./records/funding-rate.js";
export * from "./records/historical-order.js";
export * from "./records/kline.js";
export * from "./records/market.js";
export * from "./records/order.js";
export * from "./records/plan-order.js";
export * from "./records/position.js";
export * from "./records/position-change.js";
export * from "./records/precision.js";
export * from "./records/pushed-fill.js";
export * from "./records/pushed-position-change.js";
export * from "./records/scalars.js";
export * from "./records/spot-pair.js";
export * from "./records/tag-price.js";
export * from "./records/ticker.js";
export * from "./records/trade-limits.js";
export * from "./records/withdrawal.js";
export * from "./shape/composite.js";
export * from "./shape/enumeration.js";
export * from "./shape/operation.js";
export * from "./shape/rule.js";
export * from "./shape/scalar.js";
export * from "./shape/shape.js";
export * from "./shape/value.js";
