import { spot } from "@depthwire/schema";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { findSpot } from "../find-market.js";
import { showMarket } from "./show-market.js";

/**
 * The 24-hour figures of a spot pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getMarket: Handler = publicHandler(spot.getMarket, ({ pair }, services) => {
  const found = findSpot(pair, services);
  return found === undefined ? refused(3016) : showMarket(services, found);
});
