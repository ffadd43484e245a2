import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";
import { answerDepth } from "../answer-depth.js";

/**
 * The book as it was last published: the same state, at the same time, as the push channel's latest message.
 *
 * @spec document 1, Endpoints, Market depth
 */
export const getDepth: Handler = publicHandler(usdt.getDepth, ({ pair, size }, services) =>
  answerDepth(pair, size, services),
);
