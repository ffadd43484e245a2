import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerTagPrices } from "../answer-contracts.js";

/**
 * Index and tag price of every usdt-margined contract.
 *
 * @spec document 1, Endpoints, Public GET reference data
 */
export const getTagPrices: Handler = publicHandler(usdt.getTagPrices, (_params, services) =>
  answerTagPrices("usdt-margined", services),
);
