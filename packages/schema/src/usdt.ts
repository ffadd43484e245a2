export { type AdjustMarginInput, adjustMargin } from "./operations/usdt/adjust-margin.js";
export { cancelAllOrders } from "./operations/usdt/cancel-all-orders.js";
export { cancelAllPlanOrders } from "./operations/usdt/cancel-all-plan-orders.js";
export { cancelOrder } from "./operations/usdt/cancel-order.js";
export { cancelOrders } from "./operations/usdt/cancel-orders.js";
export { cancelPlanOrder } from "./operations/usdt/cancel-plan-order.js";
export { getAlternateDomains } from "./operations/usdt/get-alternate-domains.js";
export { getAssets } from "./operations/usdt/get-assets.js";
export { getContracts } from "./operations/usdt/get-contracts.js";
export { getDepth } from "./operations/usdt/get-depth.js";
export { getFundingRates } from "./operations/usdt/get-funding-rates.js";
export { getHistoricalOrders } from "./operations/usdt/get-historical-orders.js";
export { getKlines } from "./operations/usdt/get-klines.js";
export { getOpenOrders } from "./operations/usdt/get-open-orders.js";
export { getOrder } from "./operations/usdt/get-order.js";
export { getOrders } from "./operations/usdt/get-orders.js";
export { getOrdersByClientOrderId } from "./operations/usdt/get-orders-by-client-order-id.js";
export { getPlanOrders } from "./operations/usdt/get-plan-orders.js";
export { getPositions } from "./operations/usdt/get-positions.js";
export { getPrecisions } from "./operations/usdt/get-precisions.js";
export { getServerTime, type ServerTime } from "./operations/usdt/get-server-time.js";
export { getTagPrices } from "./operations/usdt/get-tag-prices.js";
export { listFills } from "./operations/usdt/list-fills.js";
export { listOrderHistory } from "./operations/usdt/list-order-history.js";
export { listPositionChanges } from "./operations/usdt/list-position-changes.js";
export {
  type PlacedOrder,
  type PlaceOrderInput,
  type PlaceOrderParams,
  placeOrder,
} from "./operations/usdt/place-order.js";
export { type PlacePlanOrderInput, placePlanOrder } from "./operations/usdt/place-plan-order.js";
export { setModeAndLeverage } from "./operations/usdt/set-mode-and-leverage.js";
export { type TransferFundsInput, transferFunds } from "./operations/usdt/transfer-funds.js";
