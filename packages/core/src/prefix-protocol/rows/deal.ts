import type { Deal, InputOf, Pair } from "@depthwire/schema";
import { type DealRow, type PairedDealRow, type PrefixDeals, prefixDeals } from "@depthwire/schema/internal";
import { ProtocolError } from "../../error/protocol-error.js";
import { type Codec, compileRecord } from "../../record/compile.js";
import { encodePrefixData } from "../message.js";

/** Both directions of a deals channel's payload: a list, or one row of five or of six elements. */
export const prefixDealsCodec: Codec<PrefixDeals> = /* @__PURE__ */ compileRecord(prefixDeals);

/**
 * The trades of a deals message, newest first, each with its pair.
 *
 * @param payload under `d`
 * @param channel as it is written on the wire, for errors
 * @param pair the pair of the channel
 * @throws ProtocolError `message-shape`, `number-malformed`, `number-too-large`, `pair-mismatch`
 * @spec document 1, Events, Protocol A; field note 15
 */
export function decodePrefixDeals(payload: unknown, channel: string, pair: Pair): readonly Deal[] {
  const decoded = prefixDealsCodec.decode(payload, "d");
  const rows = "deals" in decoded ? decoded.deals : [decoded];
  const named = "deals" in decoded ? decoded.pair : pair;
  const deals = rows.map((row): Deal => ({ pair, ...row }));
  const other = [named, ...deals.map((deal) => deal.pair)].find((name) => name !== pair);
  if (other !== undefined) {
    throw new ProtocolError("pair-mismatch", { channel, pair: other });
  }
  return deals;
}

/**
 * Writes the first message of a deals channel.
 *
 * @param channel as it is written on the wire
 * @param deals newest first
 * @spec document 1, Events, Protocol A; field note 15
 */
export function encodePrefixDealList(channel: string, pair: string, deals: readonly InputOf<DealRow>[]): string {
  // A list's rows are those of five elements: the pair of a deal that has one is left out.
  const rows = deals.map(({ price, quantity, side, tradedAtMs }) => ({ price, quantity, side, tradedAtMs }));
  return encodePrefixData({ channel, dataKind: "full", payload: prefixDealsCodec.encode({ pair, deals: rows }) });
}

/**
 * Writes a later message of a deals channel. A deal that names its pair becomes the row of six elements that deployments send, any
 * other the documented row of five.
 *
 * @param channel as it is written on the wire
 * @spec document 1, Events, Protocol A; field note 15
 */
export function encodePrefixDeal(channel: string, deal: InputOf<DealRow> | InputOf<PairedDealRow>): string {
  return encodePrefixData({ channel, dataKind: "incremental", payload: prefixDealsCodec.encode(deal) });
}
