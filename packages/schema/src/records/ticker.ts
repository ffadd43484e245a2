import { pair } from "../names/pair.js";
import { optional, record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { milliseconds, percent, price, quantity } from "./scalars.js";

const fields = {
  /** The pair. */
  pair: required("pair", pair),
  /** Highest price of a waiting buyer. */
  bestBidPrice: required("buy", price),
  /** Quantity at that price. */
  bestBidQuantity: required("buy_amount", quantity),
  /** Lowest price of a waiting seller. */
  bestAskPrice: required("sell", price),
  /** Quantity at that price. */
  bestAskQuantity: required("sell_amount", quantity),
  /** Highest price in 24 hours. */
  highPrice: required("high", price),
  /** Lowest price in 24 hours. */
  lowPrice: required("low", price),
  /** Price of the last trade. */
  lastPrice: required("last", price),
  /** When the figures were made. */
  updatedAtMs: required("timestamp", milliseconds),
  /** Quantity that was traded in 24 hours. */
  volume: required("vol", quantity),
  /** Change of the price in 24 hours, in percent. */
  percentChange: required("percent", percent),
  /** Last price in CNY. */
  lastPriceCny: required("last_cny", price),
  /** Last price in CNY with eight decimals: deployments send it, no document has it. */
  baseLastPriceCny: optional("base_last_cny", price, { unreadable: "absent" }),
  /** Last price in USD. */
  lastPriceUsd: required("last_usd", price),
};

/** 24-hour figures and best quotes of a spot pair as REST returns them. */
export const ticker: RecordOf<typeof fields, Ticker> = /* @__PURE__ */ record("ticker", fields, {
  spec: "document 2, Resources, Spot market records, Ticker; field note 42",
});

/** Decoded {@link ticker}. */
export interface Ticker extends RecordValue<typeof fields> {}
