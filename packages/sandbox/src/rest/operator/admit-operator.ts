import type { Context, Next } from "hono";
import { judgeOperator } from "../../guard/judge-operator.js";
import { refusalBody, refusalContentType } from "../../guard/refusal.js";
import type { RestServices } from "../rest-services.js";

/** Lets an operator through to his addresses, and tells anybody else why not. */
export async function admitOperator(
  context: Context,
  { operatorPolicy, refusalLog }: RestServices,
  next: Next,
): Promise<Response | undefined> {
  const { req } = context;
  const facts = {
    method: req.method,
    contentType: req.header("content-type"),
    authorization: req.header("authorization"),
  };
  const refusal = judgeOperator(facts, operatorPolicy);
  if (refusal === undefined) {
    await next();
    return undefined;
  }
  const { status, code, message } = refusal;
  refusalLog.tell("request-refused", { code, path: req.path, message });
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return context.body(refusalBody(refusal), status, { "content-type": refusalContentType, ...challenge });
}
