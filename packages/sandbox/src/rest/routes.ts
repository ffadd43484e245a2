import { usdt } from "@depthwire/schema";
import { type Context, Hono } from "hono";
import { getAlternateDomains } from "./handlers/usdt/get-alternate-domains.js";
import { getDepth } from "./handlers/usdt/get-depth.js";
import { getServerTime } from "./handlers/usdt/get-server-time.js";
import { getBook } from "./operator/book.js";
import { addFaults, clearFaults, listFaults } from "./operator/faults.js";
import type { RestServices } from "./rest-services.js";
import { refuseOperator } from "./venue-answer.js";

/** Which function answers which operation of the documents. */
const handlers: readonly (readonly [
  operation: { readonly method: string; readonly path: string },
  handler: (context: Context, services: RestServices) => Response,
])[] = [
  [usdt.getAlternateDomains, getAlternateDomains],
  [usdt.getDepth, getDepth],
  [usdt.getServerTime, getServerTime],
];

/** Every address that answers HTTP. */
export function createRoutes(services: RestServices): Hono {
  const routes = new Hono();
  for (const [{ method, path }, handler] of handlers) routes.on(method, path, (context) => handler(context, services));
  routes.get("/_sandbox/book/:pair", (context) => getBook(context, services));
  routes.get("/_sandbox/faults", (context) => listFaults(context, services));
  routes.post("/_sandbox/faults", (context) => addFaults(context, services));
  routes.delete("/_sandbox/faults", (context) => clearFaults(context, services));
  routes.notFound((context) => refuseOperator(context, 404, "not-found", "Nothing answers at this address"));
  routes.onError((error, context) => {
    services.logger?.log("error", "request-failed", { path: context.req.path, message: error.message });
    return refuseOperator(context, 500, "internal", "The sandbox failed");
  });
  return routes;
}
