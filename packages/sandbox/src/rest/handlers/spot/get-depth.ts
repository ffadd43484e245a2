import { spot } from "@depthwire/schema";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { answerDepth } from "../answer-depth.js";
import { findSpot } from "../find-market.js";

/**
 * The book of a spot pair as it was last published.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getDepth: Handler = publicHandler(spot.getDepth, ({ pair, size }, services) =>
  findSpot(pair, services) === undefined ? refused(3016) : answerDepth(pair, size, services),
);
