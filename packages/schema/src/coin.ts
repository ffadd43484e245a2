export { getContracts } from "./operations/coin/get-contracts.js";
export { getFundingRates } from "./operations/coin/get-funding-rates.js";
export { getHistoricalOrders } from "./operations/coin/get-historical-orders.js";
export { getPrecisions } from "./operations/coin/get-precisions.js";
export { getTagPrices } from "./operations/coin/get-tag-prices.js";
export { listFills } from "./operations/coin/list-fills.js";
export { listOrderHistory } from "./operations/coin/list-order-history.js";
export { listPositionChanges } from "./operations/coin/list-position-changes.js";
