import type { InputOf } from "@depthwire/schema";
import { type DataKind, type PrefixKline, type PrefixKlines, prefixKlines } from "@depthwire/schema/internal";
import { type Codec, compileRecord } from "../../record/compile.js";
import { encodePrefixData } from "../message.js";

/** Both directions of a kline channel's payload; rows of six and of seven elements. */
export const prefixKlinesCodec: Codec<PrefixKlines> = /* @__PURE__ */ compileRecord(prefixKlines);

/**
 * Writes a message of a kline or tag-price channel. Klines with a deal count become rows of seven elements, the others of six.
 *
 * @param channel as it is written on the wire
 * @spec document 1, Events, Protocol A, Row layouts; field note 14
 */
export function encodePrefixKlines(
  channel: string,
  dataKind: DataKind,
  klines: readonly InputOf<PrefixKline>[],
): string {
  return encodePrefixData({ channel, dataKind, payload: prefixKlinesCodec.encode(klines) });
}
