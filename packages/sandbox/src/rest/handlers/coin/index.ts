export { getContracts } from "./get-contracts.js";
export { getFundingRates } from "./get-funding-rates.js";
export { getHistoricalOrders } from "./get-historical-orders.js";
export { getPrecisions } from "./get-precisions.js";
export { getTagPrices } from "./get-tag-prices.js";
export { listFills } from "./list-fills.js";
export { listOrderHistory } from "./list-order-history.js";
export { listPositionChanges } from "./list-position-changes.js";
