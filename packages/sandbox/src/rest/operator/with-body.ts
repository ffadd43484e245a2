import { ProtocolError, ValidationError } from "@depthwire/core";
import { decodeUtf8, parseExact } from "@depthwire/core/internal";
import type { Context } from "hono";
import { maxBodyBytes, receive } from "../received.js";
import { refuseOperator } from "../venue-answer.js";

/** Reads a body and works with it; what is wrong with it is answered with 400. */
export async function withBody(context: Context, work: (body: unknown) => Response): Promise<Response> {
  const request = await receive(context);
  if (request.isOverlong) {
    return refuseOperator(context, 413, "value-invalid", "The body is too large");
  }
  const { body } = request;
  try {
    const text = body.length === 0 ? "{}" : decodeUtf8(body, 0, body.length);
    return work(parseExact(text, { maxDepth: 8, maxLength: maxBodyBytes }));
  } catch (error) {
    if (error instanceof ValidationError) {
      return refuseOperator(context, 400, "value-invalid", error.message);
    }
    if (error instanceof ProtocolError) {
      return refuseOperator(context, 400, "json-syntax", error.message);
    }
    throw error;
  }
}
