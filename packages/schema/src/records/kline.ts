import { record, required } from "../shape/composite.js";
import type { RecordOf, RecordValue } from "../shape/value.js";
import { milliseconds, price, quantity } from "./scalars.js";

const fields = {
  /** When the period began. */
  openedAtMs: required("time", milliseconds),
  /** Price of the first trade. */
  openPrice: required("open", price),
  /** Highest price. */
  highPrice: required("high", price),
  /** Lowest price. */
  lowPrice: required("low", price),
  /** Price of the last trade; for a tag-price channel the latest tag price. */
  closePrice: required("close", price),
  /** Quantity that was traded. */
  volume: required("vol", quantity),
};

/** One candle as REST returns it. */
export const kline: RecordOf<typeof fields, Kline> = /* @__PURE__ */ record("kline", fields, {
  spec: "document 1, Resources, Contract reference records, Kline record; document 2, Resources, Spot market records, Kline",
});

/** Decoded {@link kline}. */
export interface Kline extends RecordValue<typeof fields> {}
