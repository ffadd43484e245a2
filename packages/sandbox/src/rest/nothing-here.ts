import type { Context } from "hono";
import { type MethodAndPath, nearestAddress } from "./nearest-address.js";
import { refuseOperator } from "./venue-answer.js";

/** Paths of the sandbox's own addresses begin with it. */
const operatorRoot = "/_sandbox";

/** How much of a path is repeated. */
const repeatedCharacters = 100;

function show({ method, path }: MethodAndPath): string {
  return `${method} ${path.slice(0, repeatedCharacters)}`;
}

function sentence(asked: MethodAndPath, methods: readonly string[], known: readonly MethodAndPath[]): string {
  if (methods.length > 0) {
    return `${show(asked)}: this path takes ${methods.join(" and ")}`;
  }
  const nearest = nearestAddress(asked, known);
  const list = asked.path.startsWith(operatorRoot)
    ? `GET ${operatorRoot}/ lists all paths`
    : "the sandbox's guide lists all paths";
  const hint = nearest === undefined ? list : `did you mean ${show(nearest)}?`;
  return `${show(asked)}: there is no such path; ${hint}`;
}

/**
 * Answers a request that no operation answers: with the nearest address, or with the methods that its path takes. The text stands
 * where clients of either envelope look for one, and the HTTP status stands for the code that no table has.
 */
export function answerNothingHere(context: Context, known: readonly MethodAndPath[]): Response {
  const asked = { method: context.req.method, path: context.req.path };
  const methods = known.filter(({ path }) => path === asked.path).map(({ method }) => method);
  const status = methods.length > 0 ? 405 : 404;
  const msg = sentence(asked, methods, known);
  if (asked.path.startsWith(operatorRoot)) {
    return refuseOperator(context, status, "not-found", msg);
  }
  const allow = methods.length > 0 ? { allow: methods.join(", ") } : {};
  return context.json({ state: status, msg, error: { code: String(status), msg } }, status, allow);
}
