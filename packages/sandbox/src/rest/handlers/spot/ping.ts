import { spot } from "@depthwire/schema";
import { type Handler, publicHandler } from "../../handler.js";

/**
 * The exchange's time.
 *
 * @spec document 2, Endpoints, Spot market data
 */
export const ping: Handler = publicHandler(
  spot.ping,
  (_params, { host, faults }) => host.now() + faults.takeClockSkewMs(),
);
