import { coin } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerTagPrices } from "../answer-contracts.js";

/**
 * Index and tag price of every coin-margined contract.
 *
 * @spec document 2, Endpoints, Coin-margined public GET
 */
export const getTagPrices: Handler = publicHandler(coin.getTagPrices, (_params, services) =>
  answerTagPrices("coin-margined", services),
);
