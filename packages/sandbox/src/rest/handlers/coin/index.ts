export { getContracts } from "./get-contracts.js";
export { getFundingRates } from "./get-funding-rates.js";
export { getPrecisions } from "./get-precisions.js";
export { getTagPrices } from "./get-tag-prices.js";
