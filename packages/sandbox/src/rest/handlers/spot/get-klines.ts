import { spot } from "@depthwire/schema";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { answerKlines } from "../answer-klines.js";
import { findSpot } from "../find-market.js";

/**
 * The latest candles of a spot pair.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const getKlines: Handler = publicHandler(spot.getKlines, (params, services) =>
  findSpot(params.pair, services) === undefined ? refused(3016) : answerKlines(params, services),
);
