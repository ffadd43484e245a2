import type { InputOf, Pair } from "@depthwire/schema";
import {
  type DataKind,
  type TickerRow,
  tickerRow,
  type UsdFirstTickerRow,
  usdFirstTickerRow,
} from "@depthwire/schema/internal";
import { compareDecimal } from "../../decimal/compare-decimal.js";
import { ProtocolError } from "../../error/protocol-error.js";
import { type Codec, compileRecord } from "../../record/compile.js";
import { encodePrefixData } from "../message.js";

/** Which of the two last prices a row has first. `auto` finds out from the row itself. */
export type TickerOrder = "auto" | "documented" | "usd-first";

/** The order that a row was read in; `undecided`: nothing in it told, so it was read as documented. Count these. */
export type TickerOrderFound = "documented" | "usd-first" | "undecided";

/** A decoded row, and how it was read. */
export interface DecodedTicker {
  readonly ticker: TickerRow;
  readonly order: TickerOrderFound;
}

/** Both directions of a ticker row in the documented order. */
export const tickerCodec: Codec<TickerRow> = /* @__PURE__ */ compileRecord(tickerRow);
/** Both directions of a ticker row with USD before CNY. */
export const usdFirstTickerCodec: Codec<UsdFirstTickerRow> = /* @__PURE__ */ compileRecord(usdFirstTickerRow);

/**
 * Decodes a ticker row.
 *
 * @param payload under `d`
 * @param channel as it is written on the wire, for errors
 * @param pair the pair of the channel
 * @throws ProtocolError `message-shape`, `number-malformed`, `number-too-large`, `pair-mismatch`
 * @spec document 1, Events, Protocol A, Row layouts; field note 16
 */
export function decodePrefixTicker(payload: unknown, channel: string, pair: Pair, order: TickerOrder): DecodedTicker {
  const documented = tickerCodec.decode(payload, "d");
  if (documented.pair !== pair) {
    throw new ProtocolError("pair-mismatch", { channel, pair: documented.pair });
  }
  const found = order === "auto" ? findOrder(documented) : order;
  const ticker = found === "usd-first" ? usdFirstTickerCodec.decode(payload, "d") : documented;
  return { ticker, order: found };
}

/** The last position is the CNY price once more: it equals whichever of the two is in CNY. */
function findOrder(documented: TickerRow): TickerOrderFound {
  const { latestPriceCny, lastPriceCny, lastPriceUsd } = documented;
  const isDocumented = compareDecimal(latestPriceCny, lastPriceCny) === 0;
  const isUsdFirst = compareDecimal(latestPriceCny, lastPriceUsd) === 0;
  if (isDocumented === isUsdFirst) {
    return "undecided";
  }
  return isUsdFirst ? "usd-first" : "documented";
}

/**
 * Writes a message of a ticker channel.
 *
 * @param channel as it is written on the wire
 * @spec document 1, Events, Protocol A, Row layouts; field note 16
 */
export function encodePrefixTicker(
  channel: string,
  dataKind: DataKind,
  ticker: InputOf<TickerRow>,
  order: "documented" | "usd-first",
): string {
  const codec = order === "documented" ? tickerCodec : usdFirstTickerCodec;
  return encodePrefixData({ channel, dataKind, payload: codec.encode(ticker) });
}
