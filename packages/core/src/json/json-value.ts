import { inflatedBytesLimit, jsonDepthLimit } from "@depthwire/schema/internal";
import { ExactNumber } from "./exact-number.js";

/** What {@link parseExact} returns. A number is a JavaScript number exactly when that writes back the same text. */
export type JsonValue = null | boolean | string | number | ExactNumber | readonly JsonValue[] | JsonObject;

/** A decoded JSON object. Every key is an own property, `__proto__` too: read keys with `Object.hasOwn`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Bounds on JSON text. */
export interface JsonLimits {
  /** Most levels of arrays and objects inside each other. */
  readonly maxDepth: number;
  /** Longest text in UTF-16 units, or in bytes where bytes are parsed. */
  readonly maxLength: number;
}

/** Depth 32, length 4 MiB. */
export const defaultJsonLimits: JsonLimits = {
  maxDepth: jsonDepthLimit.max,
  maxLength: inflatedBytesLimit.max,
};

/** Whether `value` is a JSON object: no array, no number, not null. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Whether `value` is a JSON object that has the key. */
export function hasKey(value: JsonValue | undefined, key: string): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, key);
}
