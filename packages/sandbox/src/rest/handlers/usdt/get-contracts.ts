import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerContracts } from "../answer-contracts.js";

/**
 * What may be traded in every usdt-margined contract.
 *
 * @spec document 1, Endpoints, Public GET reference data
 */
export const getContracts: Handler = publicHandler(usdt.getContracts, (_params, services) =>
  answerContracts("usdt-margined", services),
);
