import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerFundingRates } from "../answer-contracts.js";

/**
 * The funding rate of every usdt-margined contract.
 *
 * @spec document 1, Endpoints, Public GET reference data
 */
export const getFundingRates: Handler = publicHandler(usdt.getFundingRates, (_params, services) =>
  answerFundingRates("usdt-margined", services),
);
