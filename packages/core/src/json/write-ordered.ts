import { encodingError, refuse, under } from "../error/value-fault.js";
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

/** Text that JSON contains unchanged: no quote, no backslash, no control character, no surrogate. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;
const loneSurrogate = /\p{Surrogate}/u;

/**
 * The JSON text of `value`, without white space, keys in the order in which they stand: the text that is signed is
 * the text that is sent. Keys whose value is undefined are left out. A bigint is written as a bare integer.
 *
 * @throws ValidationError `value-invalid` for NaN, an infinity, a lone surrogate, more than 32 levels, or a foreign object
 * @spec document 1, Authentication
 */
export function writeOrdered(value: JsonWritable): string {
  try {
    return write(value, 0);
  } catch (thrown) {
    throw encodingError(thrown);
  }
}

function write(value: JsonWritable, depth: number): string {
  switch (typeof value) {
    case "string":
      return writeString(value);
    case "number":
      return Number.isFinite(value) ? String(value) : refuse("a finite number");
    case "bigint":
      return value.toString();
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : writeObject(value, depth);
    default:
      return refuse("a JSON value");
  }
}

function writeString(text: string): string {
  if (plainText.test(text)) {
    return `"${text}"`;
  }
  // A lone surrogate has no UTF-8: the bytes sent would differ from the text signed.
  return loneSurrogate.test(text) ? refuse("text without lone surrogates") : JSON.stringify(text);
}

function writeObject(value: JsonWritable & object, depth: number): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (depth >= defaultJsonLimits.maxDepth) {
    refuse(`at most ${defaultJsonLimits.maxDepth} levels`);
  }
  if (isList(value)) {
    return writeList(value, depth + 1);
  }
  if (value instanceof Map) {
    return writeEntries(value, depth + 1);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm's Object.prototype is as good as this one's: neither has a prototype itself.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    refuse("a plain object, an array or a Map");
  }
  return writeEntries(Object.entries(value), depth + 1);
}

function isList(value: object): value is readonly JsonWritable[] {
  return Array.isArray(value);
}

function writeList(list: readonly JsonWritable[], depth: number): string {
  let text = "[";
  for (const [index, item] of list.entries()) {
    try {
      text += (index === 0 ? "" : ",") + write(item, depth);
    } catch (thrown) {
      throw under(thrown, index);
    }
  }
  return `${text}]`;
}

function writeEntries(entries: Iterable<[string, JsonWritable | undefined]>, depth: number): string {
  let text = "{";
  for (const [key, item] of entries) {
    if (item !== undefined) {
      try {
        text += `${text === "{" ? "" : ","}${writeString(key)}:${write(item, depth)}`;
      } catch (thrown) {
        throw under(thrown, key);
      }
    }
  }
  return `${text}}`;
}
