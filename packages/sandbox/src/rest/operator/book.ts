import { prefixDepthCodec } from "@depthwire/core/internal";
import type { Context } from "hono";
import { snapshotMessage } from "../../push/depth-message.js";
import type { RestServices } from "../rest-services.js";
import { answerJson, refuseOperator } from "../venue-answer.js";

/**
 * The truth for tests: a published state of a pair by its `seq`, all levels, written as the payload of a full depth message.
 * Without `seq` the latest; where nobody listens to the pair, the book is published for whoever asks. Faults do not reach it.
 */
export function getBook(context: Context, services: RestServices): Response {
  const pair = context.req.param("pair") ?? "";
  const { exchange } = services.host;
  const market = exchange.market(pair);
  if (market === undefined) {
    return refuseOperator(context, 404, "not-found", "There is no such pair");
  }
  const text = context.req.query("seq");
  if (text !== undefined && !/^[0-9]{1,15}$/.test(text)) {
    return refuseOperator(context, 400, "value-invalid", "seq is a whole number");
  }
  if (text === undefined) {
    services.feeds.refresh(pair, 0);
  }
  const published = text === undefined ? exchange.published(pair) : exchange.published(pair, Number(text));
  if (published === undefined) {
    return refuseOperator(context, 404, "not-held", "No such state is held (any more)");
  }
  return answerJson(context, prefixDepthCodec.encode(snapshotMessage(market, published)));
}
