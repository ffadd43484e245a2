import { limits, usdt } from "@depthwire/schema";
import { snapshotMessage } from "../../../push/depth-message.js";
import { type Handler, publicHandler, refused } from "../../handler.js";

/**
 * The book as it was last published: the same state, at the same time, as the push channel's latest message.
 *
 * @spec document 1, Endpoints, Market depth
 */
export const getDepth: Handler = publicHandler(usdt.getDepth, ({ pair, size }, { host, depth }) => {
  const market = host.exchange.market(pair);
  if (market === undefined) return refused(3016);
  depth.refresh(pair);
  const published = host.exchange.published(pair);
  if (published === undefined) return refused(4003);
  const { updatedAtMs, asks, bids } = snapshotMessage(market, published);
  const levels = size ?? limits.depthQueryLevels.assumed;
  return { pair, updatedAtMs, asks: asks.slice(0, levels), bids: bids.slice(0, levels) };
});
