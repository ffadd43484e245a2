import { decodeUtf8 } from "../bytes/utf8.js";
import { ProtocolError } from "../error/protocol-error.js";
import { jsonNumber } from "./exact-number.js";
import { defaultJsonLimits, type JsonLimits, type JsonValue } from "./json-value.js";
import { setOwn } from "./own-property.js";

const quote = 0x22;
const backslash = 0x5c;
const digitZero = 0x30;
const digitNine = 0x39;
const point = 0x2e;
const letterE = 0x65;
const loneSurrogate = /\p{Surrogate}/u;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
// Sticky, so that a token is matched where it stands and nothing is copied.
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const hexToken = /[0-9a-fA-F]{4}/y;

/**
 * Parses JSON text without losing a digit, and stricter than `JSON.parse`: no duplicate keys, no lone surrogates,
 * bounded length and depth. `docs/spec/json-policies.md` has the policy for each oddity.
 *
 * @throws ProtocolError `text-too-long`, `json-too-deep`, `json-syntax`, `json-duplicate-key`
 * @spec field note 29
 */
export function parseExact(text: string, limits: JsonLimits = defaultJsonLimits): JsonValue {
  if (text.length > limits.maxLength) {
    throw new ProtocolError("text-too-long", { limit: limits.maxLength });
  }
  return new JsonReader(text, limits.maxDepth).document();
}

/**
 * {@link parseExact} over the UTF-8 bytes `bytes[start, end)`.
 *
 * @throws ProtocolError `text-malformed`, and those of {@link parseExact}
 */
export function parseExactBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  limits: JsonLimits = defaultJsonLimits,
): JsonValue {
  if (end - start > limits.maxLength) {
    throw new ProtocolError("text-too-long", { limit: limits.maxLength });
  }
  return parseExact(decodeUtf8(bytes, start, end), limits);
}

/** One pass over one text. Recursion is bounded by `maxDepth`. */
class JsonReader {
  readonly #text: string;
  readonly #maxDepth: number;
  #position = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): JsonValue {
    this.#skipSpace();
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#position !== this.#text.length) {
      this.#fail("the end of the text");
    }
    return value;
  }

  #value(depth: number): JsonValue {
    switch (this.#text[this.#position]) {
      case "{":
        return this.#object(depth + 1);
      case "[":
        return this.#array(depth + 1);
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(depth: number): JsonValue {
    this.#enter(depth);
    const object: Record<string, JsonValue> = {};
    if (this.#take("}")) {
      return object;
    }
    do {
      this.#skipSpace();
      const keyAt = this.#position;
      if (this.#text.charCodeAt(keyAt) !== quote) {
        this.#fail("a key");
      }
      const key = this.#string();
      if (Object.hasOwn(object, key)) {
        throw new ProtocolError("json-duplicate-key", { offset: keyAt });
      }
      if (!this.#take(":")) {
        this.#fail("a colon");
      }
      this.#skipSpace();
      setOwn(object, key, this.#value(depth));
    } while (this.#take(","));
    if (!this.#take("}")) {
      this.#fail("a comma or the end of the object");
    }
    return object;
  }

  #array(depth: number): JsonValue {
    this.#enter(depth);
    const array: JsonValue[] = [];
    if (this.#take("]")) {
      return array;
    }
    do {
      this.#skipSpace();
      array.push(this.#value(depth));
    } while (this.#take(","));
    if (!this.#take("]")) {
      this.#fail("a comma or the end of the array");
    }
    return array;
  }

  #enter(depth: number): void {
    if (depth > this.#maxDepth) {
      throw new ProtocolError("json-too-deep", { limit: this.#maxDepth, offset: this.#position });
    }
    this.#position += 1;
  }

  #string(): string {
    const startAt = this.#position;
    let text = "";
    let chunkAt = startAt + 1;
    let position = chunkAt;
    for (;;) {
      const unit = this.#text.charCodeAt(position);
      if (unit === quote) {
        text += this.#text.slice(chunkAt, position);
        this.#position = position + 1;
        break;
      }
      if (unit === backslash) {
        text += this.#text.slice(chunkAt, position);
        this.#position = position + 1;
        text += this.#escape();
        position = this.#position;
        chunkAt = position;
      } else if (unit >= 0x20) {
        position += 1;
      } else {
        // A control character, or NaN beyond the end.
        this.#position = position;
        this.#fail("the rest of a string");
      }
    }
    if (loneSurrogate.test(text)) {
      this.#position = startAt;
      this.#fail("a string without lone surrogates");
    }
    return text;
  }

  #escape(): string {
    const letter = this.#text[this.#position] ?? "";
    this.#position += 1;
    if (letter === "u") {
      const digits = this.#match(hexToken) ?? this.#fail("four hexadecimal digits");
      return String.fromCharCode(Number.parseInt(digits[0], 16));
    }
    return Object.hasOwn(escapes, letter) ? (escapes[letter] as string) : this.#fail("an escape");
  }

  #number(): JsonValue {
    const short = this.#shortInteger();
    if (short >= 0) {
      return short;
    }
    const match = this.#match(numberToken) ?? this.#fail("a value");
    return jsonNumber(match[0]);
  }

  /**
   * Reads an integer of up to 15 digits without sign, or returns -1 and moves nothing. Most numbers are such, and without the regular
   * expression a list of them parses twice as fast.
   */
  #shortInteger(): number {
    const start = this.#position;
    let position = start;
    let value = 0;
    let unit = this.#text.charCodeAt(position);
    while (unit >= digitZero && unit <= digitNine) {
      value = value * 10 + (unit - digitZero);
      position += 1;
      unit = this.#text.charCodeAt(position);
    }
    const digits = position - start;
    const hasLeadingZero = digits > 1 && this.#text.charCodeAt(start) === digitZero;
    const goesOn = unit === point || (unit | 0x20) === letterE;
    if (digits === 0 || digits > 15 || hasLeadingZero || goesOn) {
      return -1;
    }
    this.#position = position;
    return value;
  }

  #word<Value extends JsonValue>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#position)) {
      this.#fail("a value");
    }
    this.#position += word.length;
    return value;
  }

  #match(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#position;
    const match = token.exec(this.#text);
    if (match !== null) {
      this.#position = token.lastIndex;
    }
    return match;
  }

  /** Skips space and takes `mark` if it comes next. */
  #take(mark: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#position] !== mark) {
      return false;
    }
    this.#position += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#position);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) {
        return;
      }
      this.#position += 1;
    }
  }

  #fail(expected: string): never {
    throw new ProtocolError("json-syntax", { offset: this.#position, expected });
  }
}
