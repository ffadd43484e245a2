import { ProtocolError } from "@depthwire/core";
import { ExactNumber, isJsonObject, type JsonValue, parseExact } from "@depthwire/core/internal";
import { RefusedError } from "../server/answer.js";
import type { LocalRequest } from "../server/route.js";

/** The fields of a JSON body: numbers as their exact text, since money is text. */
export type BodyFields = Readonly<Record<string, string | boolean>>;

/**
 * Reads the fields of a JSON body. None is an empty object.
 *
 * @throws RefusedError 400
 */
export function bodyFields({ body }: LocalRequest): BodyFields {
  const value = body === "" ? {} : parsed(body);
  if (!isJsonObject(value)) {
    throw new RefusedError(400, "value-invalid", "The body must be a JSON object");
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]): [string, string | boolean][] =>
      field === null ? [] : [[name, fieldText(name, field)]],
    ),
  );
}

function parsed(body: string): JsonValue {
  try {
    return parseExact(body);
  } catch (error) {
    if (!(error instanceof ProtocolError)) {
      throw error;
    }
    throw new RefusedError(400, "value-invalid", `The body is not JSON: ${error.message}`);
  }
}

function fieldText(name: string, value: JsonValue): string | boolean {
  if (typeof value === "string" || typeof value === "boolean") {
    return value;
  }
  if (typeof value === "number") {
    return String(value);
  }
  if (value instanceof ExactNumber) {
    return value.text;
  }
  throw new RefusedError(400, "value-invalid", `The field "${name.slice(0, 50)}" must be text, a number or a boolean`);
}

/**
 * A whole number of the query.
 *
 * @throws RefusedError 400
 */
export function queryCount({ query }: LocalRequest, name: string, usual: number, max: number): number {
  const text = query.get(name);
  if (text === null) {
    return usual;
  }
  const value = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) {
    throw new RefusedError(400, "value-invalid", `"${name}" must be a whole number from 1 to ${max}`);
  }
  return value;
}

/** Whether the caller takes what may be outdated. */
export function allowsStale({ query }: LocalRequest): boolean {
  return query.get("allow-stale") === "1";
}

/** Refuses what may be outdated, unless the caller takes it. @throws RefusedError 503 */
export function checkFresh(request: LocalRequest, what: string, status: string, sinceMs: number): void {
  if (!allowsStale(request)) {
    const since = sinceMs === 0 ? "" : ` since ${new Date(sinceMs).toISOString()}`;
    const message = `${what} is ${status}${since}: wait until it is in step, or ask with ?allow-stale=1`;
    throw new RefusedError(503, "stale", message);
  }
}
