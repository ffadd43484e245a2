import { ProtocolError } from "../error/protocol-error.js";
import { ValidationError } from "../error/validation-error.js";

/** Longest query or form that {@link decodeForm} takes, in UTF-16 units. */
export const maxFormLength: number = 64 * 1024;

/**
 * Writes `name=value&…` with percent encoding, for queries and for `application/x-www-form-urlencoded` bodies.
 *
 * @throws ValidationError `value-invalid` for a lone surrogate
 */
export function encodeForm(fields: Iterable<readonly [name: string, value: string]>): string {
  const parts: string[] = [];
  for (const [name, value] of fields) {
    parts.push(`${escapeText(name, name)}=${escapeText(value, name)}`);
  }
  return parts.join("&");
}

function escapeText(text: string, path: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new ValidationError("value-invalid", { path, rule: "text without lone surrogates" });
  }
}

/**
 * Reads `name=value&…`; `+` is a space. A name that comes twice is refused: which one counts would be a guess.
 *
 * @throws ProtocolError `message-shape`, `text-too-long`
 */
export function decodeForm(text: string, maxLength: number = maxFormLength): ReadonlyMap<string, string> {
  if (text.length > maxLength) {
    throw new ProtocolError("text-too-long", { limit: maxLength });
  }
  const fields = new Map<string, string>();
  for (const part of text.split("&")) {
    if (part === "") {
      continue;
    }
    const equals = part.indexOf("=");
    const name = unescapeText(equals < 0 ? part : part.slice(0, equals));
    if (fields.has(name)) {
      throw new ProtocolError("message-shape", { path: name, expected: "one value" });
    }
    fields.set(name, equals < 0 ? "" : unescapeText(part.slice(equals + 1)));
  }
  return fields;
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new ProtocolError("message-shape", { path: "", expected: "percent-encoded UTF-8" });
  }
}
