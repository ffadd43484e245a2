import { coin } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerContracts } from "../answer-contracts.js";

/**
 * What may be traded in every coin-margined contract.
 *
 * @spec document 2, Endpoints, Coin-margined public GET
 */
export const getContracts: Handler = publicHandler(coin.getContracts, (_params, services) =>
  answerContracts("coin-margined", services),
);
