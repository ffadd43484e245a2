import { optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { coinSymbol, money, pairId, percent, price, quantity } from "./scalars.js";

const fields = {
  /** The venue's id of the pair. */
  pairId: required("id", pairId),
  /** The coin that is traded. */
  coin: required("coin_symbol", coinSymbol),
  /** The coin in which it is priced. */
  pricingCoin: required("currency_symbol", coinSymbol),
  /** Price of the last trade. */
  lastPrice: required("last", price),
  /** Highest price in 24 hours. */
  highPrice: required("high", price),
  /** Lowest price in 24 hours. */
  lowPrice: required("low", price),
  /** Change of the price in 24 hours. */
  priceChange: required("change", price),
  /** Change of the price in 24 hours, in percent. */
  percentChange: required("percent", percent),
  /** Quantity that was traded in 24 hours. */
  volume: required("vol24H", quantity),
  /** Value that was traded in 24 hours, in the pricing coin. */
  turnover: required("amount", money),
  /** Last price in CNY. */
  lastPriceCny: required("last_cny", price),
  /** Last price in CNY with eight decimals: deployments send it, no document has it. */
  baseLastPriceCny: optional("base_last_cny", price, { unreadable: "absent" }),
  /** Highest price in CNY. */
  highPriceCny: required("high_cny", price),
  /** Lowest price in CNY. */
  lowPriceCny: required("low_cny", price),
  /** Last price in USD. */
  lastPriceUsd: required("last_usd", price),
  /** Highest price in USD. */
  highPriceUsd: required("high_usd", price),
  /** Lowest price in USD. */
  lowPriceUsd: required("low_usd", price),
};

/** 24-hour figures of a spot pair as the market queries return them. */
export const market: RecordOf<typeof fields, Market> = /* @__PURE__ */ record("market", fields, {
  spec: "document 2, Resources, Spot market records, Market; field note 42",
});

/** Decoded {@link market}. */
export interface Market extends RecordValue<typeof fields> {}
