import { ExactNumber } from "../json/exact-number.js";

/** Whether a wire or decoded value is an object with keys. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}
