import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler, refused } from "../../handler.js";
import { answerKlines } from "../answer-klines.js";
import { findContract } from "../find-market.js";

/**
 * The latest candles of a contract, coin-margined ones included.
 *
 * @spec document 1, Endpoints, Contract kline; field note 22
 */
export const getKlines: Handler = publicHandler(usdt.getKlines, (params, services) =>
  findContract(params.pair, services) === undefined ? refused(3016) : answerKlines(params, services),
);
