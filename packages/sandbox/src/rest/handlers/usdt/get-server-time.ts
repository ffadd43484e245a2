import { usdt } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";

/**
 * The exchange's time: text, and no envelope.
 *
 * @spec document 1, Endpoints, Server time
 */
export const getServerTime: Handler = publicHandler(usdt.getServerTime, (_params, { host, faults }) => ({
  serverTimeMs: host.now() + faults.takeClockSkewMs(),
}));
