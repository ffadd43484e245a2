import { spot } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { allSpot } from "../find-market.js";
import { showMarket } from "./show-market.js";

/**
 * The 24-hour figures of every spot pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getMarkets: Handler = publicHandler(spot.getMarkets, (_params, services) =>
  allSpot(services).map((found) => showMarket(services, found)),
);
