import { Hono } from "hono";
import { StoreError } from "../store/store-error.js";
import { addressTable } from "./handlers.js";
import { answerNothingHere } from "./nothing-here.js";
import { admitOperator } from "./operator/admit-operator.js";
import { answerOperator } from "./operator/operator-route.js";
import { operatorTable } from "./operator/operator-table.js";
import { answerRequest } from "./pipeline.js";
import { UploadAbandoned } from "./read-body.js";
import type { RestServices } from "./rest-services.js";
import { refuseOperator } from "./venue-answer.js";

/** Every address that answers HTTP. */
export function createRoutes(services: RestServices): Hono {
  const routes = new Hono();
  if (services.host.isKept) {
    // An answer waits until what it tells cannot be lost any more.
    routes.use("/_sandbox/*", async (_, next) => {
      await services.host.readable();
      await next();
      await services.host.kept();
    });
  }
  for (const { method, path, handlers } of addressTable) {
    routes.on(method, path, (context) => answerRequest(handlers, context, services));
  }
  routes.use("/_sandbox/*", (context, next) => admitOperator(context, services, next));
  for (const route of operatorTable) {
    const path = route.path.replace(/\{([a-z]+)\}/gi, ":$1");
    routes.on(route.method, path, (context) => answerOperator(route, { context, services }));
  }
  const known = routes.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => ({ method, path }));
  routes.notFound((context) => answerNothingHere(context, known));
  routes.onError((error, context) => {
    // It was reported when it happened.
    if (error instanceof StoreError) {
      return refuseOperator(context, 503, error.code, error.message);
    }
    if (!(error instanceof UploadAbandoned)) {
      services.barrier.tell("request-failed", error, { path: context.req.path });
    }
    return refuseOperator(context, 500, "internal", "The sandbox failed");
  });
  return routes;
}
