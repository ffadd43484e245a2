import type { Context } from "hono";
import type { RestServices } from "../rest-services.js";

/**
 * The exchange's time: text, and no envelope.
 *
 * @spec document 1, Endpoints, Server time
 */
export function serverTime(context: Context, services: RestServices): Response {
  return context.json({ time: String(services.host.now()) });
}
