import { spot } from "@depthwire/schema";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { findSpot } from "../find-market.js";
import { showTicker } from "./show-market.js";

/**
 * The 24-hour figures and best quotes of a spot pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getTicker: Handler = publicHandler(spot.getTicker, ({ pair }, services) => {
  const found = findSpot(pair, services);
  return found === undefined ? refused(3016) : showTicker(services, found);
});
