import { pair } from "../../names/pair.js";
import { millisecondsAsText, percent, price, quantity } from "../../records/scalars.js";
import { at, row } from "../../shape/composite.js";
import type { RecordValue, RowOf } from "../../shape/value.js";

const tickerRowFields = {
  /** The pair. */
  pair: at(0, pair),
  /** Price of the last trade. */
  lastPrice: at(1, price),
  /** Last price in CNY. */
  lastPriceCny: at(2, price),
  /** Last price in USD. */
  lastPriceUsd: at(3, price),
  /** Highest price in 24 hours. */
  highPrice: at(4, price),
  /** Lowest price in 24 hours. */
  lowPrice: at(5, price),
  /** Highest price of a waiting buyer. */
  bestBidPrice: at(6, price),
  /** Quantity at that price. */
  bestBidQuantity: at(7, quantity),
  /** Lowest price of a waiting seller. */
  bestAskPrice: at(8, price),
  /** Quantity at that price. */
  bestAskQuantity: at(9, quantity),
  /** Quantity that was traded in 24 hours. */
  volume: at(10, quantity),
  /** Change of the price in 24 hours, in percent. */
  percentChange: at(11, percent),
  /** When the figures were made. */
  updatedAtMs: at(12, millisecondsAsText),
  /** Latest price in CNY, once more; it tells which of the two orders a message has. */
  latestPriceCny: at(13, price),
};

/** 24-hour figures of protocol A in the documented order: CNY before USD. */
export const tickerRow: RowOf<typeof tickerRowFields, TickerRow> = /* @__PURE__ */ row("ticker-row", tickerRowFields, {
  spec: "document 1, Events, Protocol A; field note 16",
  length: 14,
});

/** Decoded {@link tickerRow}. */
export interface TickerRow extends RecordValue<typeof tickerRowFields> {}

const usdFirstTickerRowFields = {
  /** The pair. */
  pair: at(0, pair),
  /** Price of the last trade. */
  lastPrice: at(1, price),
  /** Last price in USD. */
  lastPriceUsd: at(2, price),
  /** Last price in CNY. */
  lastPriceCny: at(3, price),
  /** Highest price in 24 hours. */
  highPrice: at(4, price),
  /** Lowest price in 24 hours. */
  lowPrice: at(5, price),
  /** Highest price of a waiting buyer. */
  bestBidPrice: at(6, price),
  /** Quantity at that price. */
  bestBidQuantity: at(7, quantity),
  /** Lowest price of a waiting seller. */
  bestAskPrice: at(8, price),
  /** Quantity at that price. */
  bestAskQuantity: at(9, quantity),
  /** Quantity that was traded in 24 hours. */
  volume: at(10, quantity),
  /** Change of the price in 24 hours, in percent. */
  percentChange: at(11, percent),
  /** When the figures were made. */
  updatedAtMs: at(12, millisecondsAsText),
  /** Latest price in CNY, once more; it tells which of the two orders a message has. */
  latestPriceCny: at(13, price),
};

/** 24-hour figures of protocol A as they were seen: USD before CNY. */
export const usdFirstTickerRow: RowOf<typeof usdFirstTickerRowFields, UsdFirstTickerRow> = /* @__PURE__ */ row(
  "usd-first-ticker-row",
  usdFirstTickerRowFields,
  { spec: "field note 16", length: 14 },
);

/** Decoded {@link usdFirstTickerRow}. */
export interface UsdFirstTickerRow extends RecordValue<typeof usdFirstTickerRowFields> {}
