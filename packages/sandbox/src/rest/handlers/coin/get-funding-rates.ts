import { coin } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerFundingRates } from "../answer-contracts.js";

/**
 * The funding rate of every coin-margined contract.
 *
 * @spec document 2, Endpoints, Coin-margined public GET
 */
export const getFundingRates: Handler = publicHandler(coin.getFundingRates, (_params, services) =>
  answerFundingRates("coin-margined", services),
);
