import { spot } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { findSpot } from "../find-market.js";

/**
 * The latest trades of a spot pair, newest first.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getDeals: Handler = publicHandler(spot.getDeals, ({ pair, size }, services) => {
  if (findSpot(pair, services) === undefined) {
    return refused(3016);
  }
  const deals = services.host.exchange.deals(pair, size ?? limits.deals.assumed);
  // The table of this endpoint has no id.
  return deals.map(({ price, quantity, tradedAtMs, side }) => ({ pair, price, quantity, tradedAtMs, side }));
});
