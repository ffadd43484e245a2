import { count, milliseconds, price, quantity } from "../../records/scalars.js";
import { list, optional, record, required } from "../../shape/composite.js";
import type { RecordOf, RecordValue, ValueOf } from "../../shape/value.js";

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
  /** Quantity that was traded; without meaning for a tag-price channel. */
  volume: required("vol", quantity),
  /** In how many trades. */
  dealCount: optional("count", count),
};

/** A candle of protocol B. */
export const channelKline: RecordOf<typeof fields, ChannelKline> = /* @__PURE__ */ record("channel-kline", fields, {
  spec: "document 1, Events, Protocol B",
});

/** Decoded {@link channelKline}. */
export interface ChannelKline extends RecordValue<typeof fields> {}

/**
 * Payload of the kline and tag-price channels.
 *
 * @spec document 1, Events, Protocol B
 */
export const channelKlines = /* @__PURE__ */ list(channelKline);

/** Decoded {@link channelKlines}. */
export type ChannelKlines = ValueOf<typeof channelKlines>;
