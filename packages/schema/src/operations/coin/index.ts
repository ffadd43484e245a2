export * from "./get-contracts.js";
export * from "./get-funding-rates.js";
export * from "./get-historical-orders.js";
export * from "./get-precisions.js";
export * from "./get-tag-prices.js";
export * from "./list-fills.js";
export * from "./list-order-history.js";
export * from "./list-position-changes.js";
