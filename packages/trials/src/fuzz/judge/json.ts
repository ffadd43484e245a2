/** What a strict reader of JSON makes of bytes. */
export type JudgedJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "refused"; readonly why: string };

/** A number of the text, whose digits `JSON.parse` would lose. */
export class JudgedNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Most levels of lists and objects, as `docs/spec/json-policies.md` has it. */
const maxDepth = 32;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Of texts that are JSON: `JSON.parse` has been asked before. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const loneSurrogate = /\p{Surrogate}/u;
/** Stands in front of a number that was made a text. No text of a document begins so: every other text gets another mark. */
const numberMark = "#";
const textMark = "$";

/**
 * Reads JSON with Node's own decoder and `JSON.parse`, and refuses what the written policies refuse besides: text that is not UTF-8, lone
 * surrogates, the same key twice, more than 32 levels. It shares no code with what it judges.
 *
 * @param maxLength most UTF-16 units
 */
export function judgeJson(bytes: Uint8Array, maxLength: number): JudgedJson {
  if (bytes.length > maxLength) {
    return { kind: "refused", why: "too long" };
  }
  try {
    return judgeJsonText(utf8.decode(bytes), maxLength);
  } catch {
    return { kind: "refused", why: "not UTF-8" };
  }
}

/** {@link judgeJson} of a text. */
export function judgeJsonText(text: string, maxLength: number): JudgedJson {
  if (text.length > maxLength) {
    return { kind: "refused", why: "too long" };
  }
  try {
    JSON.parse(text);
  } catch {
    return { kind: "refused", why: "no JSON" };
  }
  const found = text.match(tokens) ?? [];
  const why = policyAgainst(found);
  return why === undefined ? { kind: "value", value: withDigits(found) } : { kind: "refused", why };
}

function policyAgainst(found: readonly string[]): string | undefined {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (const [at, token] of found.entries()) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : undefined);
      if (open.length > maxDepth) {
        return "too deep";
      }
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (token.startsWith('"')) {
      const text = JSON.parse(token) as string;
      if (loneSurrogate.test(text)) {
        return "a lone surrogate";
      }
      const keys = open.at(-1);
      if (keys !== undefined && found[at + 1] === ":") {
        if (keys.has(text)) {
          return "a key twice";
        }
        keys.add(text);
      }
    }
  }
  return undefined;
}

/** The value with its numbers as {@link JudgedNumber}. */
function withDigits(found: readonly string[]): unknown {
  const marked = found.map((token, at) => {
    if (token.startsWith('"')) {
      return found[at + 1] === ":" ? token : `"${textMark}${token.slice(1)}`;
    }
    return /^[-0-9]/.test(token) ? `"${numberMark}${token}"` : token;
  });
  return JSON.parse(marked.join(""), (_key, value: unknown) => {
    if (typeof value !== "string") {
      return value;
    }
    return value.startsWith(numberMark) ? new JudgedNumber(value.slice(1)) : value.slice(1);
  });
}

/** An object's own value; undefined where it has none. */
export function ownValue(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether it has the key, be it with null. */
export function hasOwn(value: unknown, key: string): boolean {
  return isObject(value) && Object.hasOwn(value, key);
}

/** A JSON object: no list, no number, not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JudgedNumber);
}

/** What a value of an open enumeration is written as: a text or a number; undefined for anything else. */
export function enumerated(value: unknown): string | undefined {
  const text = value instanceof JudgedNumber ? value.text : value;
  return typeof text === "string" ? text : undefined;
}
