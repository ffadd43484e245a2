import type { Context } from "hono";
import type { RestServices } from "../rest-services.js";

/**
 * Other addresses of the same service; the sandbox has only its own. The documents do not show the answer's shape.
 *
 * @spec document 1, Endpoints, Alternate domains; field note 32
 */
export function queryApiDomain(context: Context, services: RestServices): Response {
  const { rest, push } = services.addresses();
  return context.json({ state: 0, result: [{ domain: rest, ws: push }] });
}
