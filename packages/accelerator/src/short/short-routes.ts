import { refusalOf } from "../dropin/failure.js";
import { refuse } from "../server/answer.js";
import type { Route } from "../server/route.js";
import { accountRoutes } from "./account-routes.js";
import { marketRoutes } from "./market-routes.js";
import { orderRoutes } from "./order-routes.js";
import { safetyRoutes } from "./safety-routes.js";
import type { ShortParts } from "./short-parts.js";
import { statusRoutes } from "./status-routes.js";

/** The accelerator's own paths, each answering its failures. */
export function shortRoutes(parts: ShortParts): readonly Route[] {
  const routes = [
    ...marketRoutes(parts),
    ...accountRoutes(parts),
    ...orderRoutes(parts),
    ...safetyRoutes(parts),
    ...statusRoutes(parts),
  ];
  return routes.map((route) => ({
    ...route,
    answer: async (request) => {
      try {
        return await route.answer(request);
      } catch (error) {
        return refuse(refusalOf(error));
      }
    },
  }));
}
