import { coin } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerPrecisions } from "../answer-contracts.js";

/**
 * How finely every coin-margined contract is priced.
 *
 * @spec document 2, Endpoints, Coin-margined public GET
 */
export const getPrecisions: Handler = publicHandler(coin.getPrecisions, (_params, services) =>
  answerPrecisions("coin-margined", services),
);
