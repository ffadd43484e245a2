import { ValidationError } from "../error/validation-error.js";
import { ExactNumber } from "./exact-number.js";
import { defaultJsonLimits } from "./json-value.js";

/** What {@link writeOrdered} writes. Use a `Map` where keys look like array indexes: an object would reorder them. */
export type JsonWritable =
  | null
  | boolean
  | string
  | number
  | bigint
  | ExactNumber
  | readonly JsonWritable[]
  | ReadonlyMap<string, JsonWritable>
  | { readonly [key: string]: JsonWritable | undefined };

const loneSurrogate = /\p{Surrogate}/u;

/**
 * The JSON text of `value`, without white space, keys in the order in which they stand: the text that is signed is
 * the text that is sent. Keys whose value is undefined are left out. A bigint is written as a bare integer.
 *
 * @throws ValidationError `value-invalid` for NaN, an infinity, a lone surrogate, more than 32 levels, or a foreign object
 * @spec document 1, Authentication, signing rules 1 and 5
 */
export function writeOrdered(value: JsonWritable): string {
  return write(value, "", 0);
}

function write(value: JsonWritable, path: string, depth: number): string {
  switch (typeof value) {
    case "string":
      return writeString(value, path);
    case "number":
      return Number.isFinite(value) ? String(value) : fail(path, "a finite number");
    case "bigint":
      return value.toString();
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : writeObject(value, path, depth);
    default:
      return fail(path, "a JSON value");
  }
}

function writeObject(value: JsonWritable & object, path: string, depth: number): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (depth >= defaultJsonLimits.maxDepth) {
    fail(path, `at most ${defaultJsonLimits.maxDepth} levels`);
  }
  if (isList(value)) {
    return `[${value.map((item, index) => write(item, `${path}[${index}]`, depth + 1)).join(",")}]`;
  }
  if (value instanceof Map) {
    return writeEntries(value, path, depth);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm's Object.prototype is as good as this one's: neither has a prototype itself.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    fail(path, "a plain object, an array or a Map");
  }
  return writeEntries(Object.entries(value), path, depth);
}

function writeEntries(entries: Iterable<[string, JsonWritable | undefined]>, path: string, depth: number): string {
  const members: string[] = [];
  for (const [key, item] of entries) {
    if (item !== undefined) {
      const itemPath = path === "" ? key : `${path}.${key}`;
      members.push(`${writeString(key, itemPath)}:${write(item, itemPath, depth + 1)}`);
    }
  }
  return `{${members.join(",")}}`;
}

function writeString(text: string, path: string): string {
  // A lone surrogate has no UTF-8: the bytes sent would differ from the text signed.
  return loneSurrogate.test(text) ? fail(path, "text without lone surrogates") : JSON.stringify(text);
}

function isList(value: object): value is readonly JsonWritable[] {
  return Array.isArray(value);
}

function fail(path: string, rule: string): never {
  throw new ValidationError("value-invalid", { path, rule });
}
