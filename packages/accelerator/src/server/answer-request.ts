import type { Logger } from "@depthwire/core";
import { type Answer, RefusedError, refuse } from "./answer.js";
import { type Queries, ReceivedRequest } from "./received-request.js";
import type { Router } from "./router.js";

/** The path and the query of a target, which may be a whole address. */
export function splitTarget(target: string): { readonly path: string; readonly queryText: string } {
  const local = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const mark = local.indexOf("?");
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: path === "" ? "/" : path, queryText: mark < 0 ? "" : local.slice(mark + 1) };
}

/** What the routes answer to a request. @throws RefusedError; what a route throws */
export function answerOf(router: Router, local: ReceivedRequest): Answer | Promise<Answer> {
  const found = router.find(local.method, local.path);
  if (found === undefined) {
    return refuse(router.refusal(local.method, local.path));
  }
  local.params = found.params;
  return found.route.answer(local);
}

/** What is answered where answering failed: a refusal, or a failure of which the log alone has the reason. */
export function failedAnswer(logger: Logger | undefined, error: unknown, path: string): Answer {
  if (error instanceof RefusedError) {
    return refuse(error.refusal, error.refusal.status === 413 ? { connection: "close" } : {});
  }
  logger?.log("error", "request-failed", { path, error: error instanceof Error ? error.name : "unknown" });
  return refuse({ status: 500, code: "internal", message: "Something failed here; the log has the reason" });
}

/** A request that comes without a connection, from a program of this process. */
export interface LocalCall {
  readonly method: string;
  readonly target: string;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request that comes without a connection, as the server answers one that its door let through. */
export async function answerLocally(
  {
    router,
    queries,
    logger,
  }: { readonly router: Router; readonly queries: Queries; readonly logger: Logger | undefined },
  { method, target, headers, body }: LocalCall,
): Promise<Answer> {
  const { path, queryText } = splitTarget(target);
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  try {
    return await answerOf(router, new ReceivedRequest({ method, headersDistinct }, queries, { path, queryText, body }));
  } catch (error) {
    return failedAnswer(logger, error, path);
  }
}
