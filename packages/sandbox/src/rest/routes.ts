import { Hono } from "hono";
import { marketDepth } from "./handlers/market-depth.js";
import { operatorBook } from "./handlers/operator-book.js";
import { addFaults, clearFaults, listFaults } from "./handlers/operator-faults.js";
import { queryApiDomain } from "./handlers/query-api-domain.js";
import { serverTime } from "./handlers/server-time.js";
import type { RestServices } from "./rest-services.js";
import { refuseOperator } from "./venue-answer.js";

/** Every address that answers HTTP. */
export function createRoutes(services: RestServices): Hono {
  const routes = new Hono();
  routes.get("/v1/public/queryApiDomain", (context) => queryApiDomain(context, services));
  routes.get("/v2/mdata/depth", (context) => marketDepth(context, services));
  routes.get("/v3/cbu/timestamp", (context) => serverTime(context, services));
  routes.get("/_sandbox/book/:pair", (context) => operatorBook(context, services));
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
