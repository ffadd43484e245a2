import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerPrecisions } from "../answer-contracts.js";

/**
 * How finely every usdt-margined contract is priced.
 *
 * @spec document 1, Endpoints, Public GET reference data
 */
export const getPrecisions: Handler = publicHandler(usdt.getPrecisions, (_params, services) =>
  answerPrecisions("usdt-margined", services),
);
