import { millisecondsAsText, price, quantity } from "../../records/scalars.js";
import { at, list, row, variants, whenLength } from "../../shape/composite.js";
import { integer } from "../../shape/scalar.js";
import type { RecordValue, RowOf, ValueOf } from "../../shape/value.js";

const klineRowFields = {
  /** When the period began. */
  openedAtMs: at(0, millisecondsAsText),
  /** Price of the first trade. */
  openPrice: at(1, price),
  /** Highest price. */
  highPrice: at(2, price),
  /** Lowest price. */
  lowPrice: at(3, price),
  /** Price of the last trade; for a tag-price channel the latest tag price. */
  closePrice: at(4, price),
  /** Quantity that was traded, in contract value; without meaning for a tag-price channel. */
  volume: at(5, quantity),
};

/** A candle of protocol A as it was seen: six elements. */
export const klineRow: RowOf<typeof klineRowFields, KlineRow> = /* @__PURE__ */ row("kline-row", klineRowFields, {
  spec: "document 1, Events, Protocol A; field note 14",
  length: 6,
});

/** Decoded {@link klineRow}. */
export interface KlineRow extends RecordValue<typeof klineRowFields> {}

const countedKlineRowFields = {
  /** When the period began. */
  openedAtMs: at(0, millisecondsAsText),
  /** In how many trades. */
  dealCount: at(1, integer({ min: 0, wire: "text" })),
  /** Price of the first trade. */
  openPrice: at(2, price),
  /** Highest price. */
  highPrice: at(3, price),
  /** Lowest price. */
  lowPrice: at(4, price),
  /** Price of the last trade; for a tag-price channel the latest tag price. */
  closePrice: at(5, price),
  /** Quantity that was traded, in contract value; without meaning for a tag-price channel. */
  volume: at(6, quantity),
};

/** A candle of protocol A as documented: seven elements, with the number of deals. Never seen. */
export const countedKlineRow: RowOf<typeof countedKlineRowFields, CountedKlineRow> = /* @__PURE__ */ row(
  "counted-kline-row",
  countedKlineRowFields,
  { spec: "document 1, Events, Protocol A; field note 14", length: 7 },
);

/** Decoded {@link countedKlineRow}. */
export interface CountedKlineRow extends RecordValue<typeof countedKlineRowFields> {}

/**
 * A candle of protocol A, told apart by its length. The one with a deal count stands first, so that a value that has a count keeps it.
 *
 * @spec field note 14
 */
export const prefixKline = /* @__PURE__ */ variants("prefix-kline", [
  whenLength(7, countedKlineRow),
  whenLength(6, klineRow),
]);

/** Decoded {@link prefixKline}. */
export type PrefixKline = ValueOf<typeof prefixKline>;

/**
 * Payload of the kline and tag-price channels: the whole list first, then the two latest candles (previous and current).
 *
 * @spec document 1, Events, Protocol A; field note 14
 */
export const prefixKlines = /* @__PURE__ */ list(prefixKline);

/** Decoded {@link prefixKlines}. */
export type PrefixKlines = ValueOf<typeof prefixKlines>;
