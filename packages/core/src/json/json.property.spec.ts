import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../error/protocol-error.js";
import { ExactNumber } from "./exact-number.js";
import type { JsonValue } from "./json-value.js";
import { parseExact } from "./parse-exact.js";
import { writeOrdered } from "./write-ordered.js";

/** The slow twin: an ExactNumber becomes the double that JSON.parse would have made. */
function toDoubles(value: JsonValue): unknown {
  if (value instanceof ExactNumber) {
    return Number(value.text);
  }
  if (Array.isArray(value)) {
    return value.map(toDoubles);
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toDoubles(item)]));
  }
  return value;
}

describe("JSON laws", () => {
  it("agrees with JSON.parse on what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(0, 1, "\t"), (value, space) => {
        const text = JSON.stringify(value, null, space);
        if (!/\\ud[89a-f]/i.test(text)) {
          expect(toDoubles(parseExact(text))).toEqual(JSON.parse(text));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("is never more lenient than JSON.parse, and throws nothing but the typed error", () => {
    const alphabet = fc.constantFrom(...'{}[]",:\\u0123456789abdefnrtul-+.eE \n\t\u00e9\ufeff\ud800'.split(""));
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 24 }), (letters) => {
        const text = letters.join("");
        try {
          parseExact(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
          return;
        }
        expect(() => JSON.parse(text)).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });

  it("writes back every number with the text that it had", () => {
    const digits = fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }).map(String);
    const fraction = fc.stringMatching(/^[0-9]{1,20}$/).map((text) => `.${text}`);
    const token = fc.tuple(digits, fc.oneof(fc.constant(""), fraction)).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const text = `[${tokens.join(",")}]`;
        expect(writeOrdered(parseExact(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
