import { type JsonWritable, writeOrdered } from "@depthwire/core";
import type { VenueCode } from "@depthwire/schema";
import type { Context } from "hono";
import { venueText } from "../venue-text.js";

/** An answer whose JSON is the output of a codec: exact numbers stay exact. */
export function answerJson(context: Context, body: JsonWritable): Response {
  return context.body(writeOrdered(body), 200, { "content-type": "application/json" });
}

/**
 * A refusal: HTTP says that all is well, `state` says what is not.
 *
 * @spec document 1, Errors; field note 24
 */
export function refuse(context: Context, code: VenueCode, cmd: string): Response {
  return context.json({ state: code, msg: venueText(code), cmd });
}

/** Codes of the sandbox's own addresses, which no document describes. */
export type OperatorErrorCode = "not-found" | "not-held" | "value-invalid" | "json-syntax" | "internal";

/** A refusal of one of the sandbox's own addresses. */
export function refuseOperator(
  context: Context,
  status: 400 | 404 | 405 | 413 | 500,
  code: OperatorErrorCode,
  msg: string,
): Response {
  return context.json({ error: { code, msg } }, status);
}
