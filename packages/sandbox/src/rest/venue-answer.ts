import { type JsonWritable, type SnapshotErrorCode, type StoreErrorCode, writeOrdered } from "@depthwire/core/internal";
import type { Context } from "hono";

/** An answer whose JSON is the output of a codec: exact numbers stay exact. */
export function answerJson(context: Context, body: JsonWritable): Response {
  return context.body(writeOrdered(body), 200, { "content-type": "application/json" });
}

/** Codes of the sandbox's own addresses, which no document describes. */
export type OperatorErrorCode =
  | "not-found"
  | "not-held"
  | "own-port"
  | "clock-busy"
  | "gone-back"
  | "value-invalid"
  | "json-syntax"
  | "internal"
  | SnapshotErrorCode
  | StoreErrorCode;

/** A refusal of one of the sandbox's own addresses. */
export function refuseOperator(
  context: Context,
  status: 400 | 404 | 405 | 409 | 413 | 500 | 503,
  code: OperatorErrorCode,
  msg: string,
): Response {
  return context.json({ error: { code, msg } }, status);
}
