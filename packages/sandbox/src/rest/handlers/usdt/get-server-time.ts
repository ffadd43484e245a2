import { type Codec, compileRecord } from "@depthwire/core";
import { usdt } from "@depthwire/schema";
import type { Context } from "hono";
import type { RestServices } from "../../rest-services.js";
import { answerJson } from "../../venue-answer.js";

const serverTime: Codec<usdt.ServerTime> = compileRecord(usdt.getServerTime.result);

/**
 * The exchange's time: text, and no envelope.
 *
 * @spec document 1, Endpoints, Server time
 */
export function getServerTime(context: Context, services: RestServices): Response {
  return answerJson(context, serverTime.encode({ serverTimeMs: services.host.now() }));
}
