import { refusalOf } from "../dropin/failure.js";
import { type Answer, refuse } from "../server/answer.js";
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
  const refused = (error: unknown): Answer => refuse(refusalOf(error));
  return routes.map((route) => ({
    ...route,
    answer: (request) => {
      try {
        const answer = route.answer(request);
        return answer instanceof Promise ? answer.catch(refused) : answer;
      } catch (error) {
        return refused(error);
      }
    },
  }));
}
