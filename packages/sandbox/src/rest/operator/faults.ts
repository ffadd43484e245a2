import { ProtocolError, ValidationError } from "@depthwire/core";
import { decodeUtf8, parseExact } from "@depthwire/core/internal";
import type { Context } from "hono";
import { checkFaultPlan } from "../../faults/check-fault.js";
import { readBody } from "../read-body.js";
import type { RestServices } from "../rest-services.js";
import { refuseOperator } from "../venue-answer.js";

/** Longest request body. */
const maxBodyBytes = 64 * 1024;

function showPlan(context: Context, { faults }: RestServices): Response {
  return context.json({ pending: faults.pending(), applied: faults.applied() });
}

/** What has been ordered and what has happened. */
export function listFaults(context: Context, services: RestServices): Response {
  return showPlan(context, services);
}

/** Orders faults; see `FaultRule`. */
export async function addFaults(context: Context, services: RestServices): Promise<Response> {
  const body = await readBody(context, maxBodyBytes);
  if (body === undefined) {
    return refuseOperator(context, 413, "value-invalid", "The body is too large");
  }
  try {
    services.faults.add(
      ...checkFaultPlan(parseExact(decodeUtf8(body, 0, body.length), { maxDepth: 8, maxLength: maxBodyBytes })),
    );
    return showPlan(context, services);
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

/** Takes back what has not happened yet. */
export function clearFaults(context: Context, services: RestServices): Response {
  services.faults.clear();
  return showPlan(context, services);
}
