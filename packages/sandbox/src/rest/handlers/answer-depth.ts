import type { Depth } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import { snapshotMessage } from "../../push/depth-message.js";
import { type Answer, refused } from "../handler.js";
import type { RestServices } from "../rest-services.js";

/** The book of a pair that is known, as it was last published: the same state, at the same time, as the push channel's latest message. */
export function answerDepth(
  pair: string,
  size: number | undefined,
  { host, feeds }: Pick<RestServices, "host" | "feeds">,
): Answer<Depth> {
  const market = host.exchange.market(pair);
  if (market === undefined) {
    return refused(3016);
  }
  feeds.refresh(pair);
  const published = host.exchange.published(pair);
  if (published === undefined) {
    return refused(4003);
  }
  const { updatedAtMs, asks, bids } = snapshotMessage(market, published);
  const levels = size ?? limits.depthQueryLevels.assumed;
  return { pair, updatedAtMs, asks: asks.slice(0, levels), bids: bids.slice(0, levels) };
}
