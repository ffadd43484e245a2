import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDecimal } from "./compare-decimal.js";
import { decimalsOf, parseDecimal } from "./decimal.js";
import { dropDecimals, formatScaled, toScaled, trimDecimal } from "./format-decimal.js";

const limit = 10n ** 38n - 1n;
const scaledDecimal = fc.record({ digits: fc.bigInt({ min: -limit, max: limit }), scale: fc.nat({ max: 38 }) });

describe("decimal laws", () => {
  it("any decimal of up to 38 digits round-trips", () => {
    fc.assert(
      fc.property(scaledDecimal, ({ digits, scale }) => {
        const text = formatScaled(digits, scale);
        expect(parseDecimal(text)).toEqual({ digits, scale });
        expect(toScaled(text, scale)).toBe(digits);
        expect(toScaled(text, decimalsOf(text))).toBeDefined();
        expect(compareDecimal(trimDecimal(text), text)).toBe(0);
      }),
    );
  });

  it("dropping decimals goes toward zero by less than one unit", () => {
    fc.assert(
      fc.property(scaledDecimal, fc.nat({ max: 38 }), ({ digits, scale }, kept) => {
        const text = formatScaled(digits, scale);
        const dropped = parseDecimal(dropDecimals(text, kept));
        const difference = digits - dropped.digits * 10n ** BigInt(scale - dropped.scale);
        expect(difference * digits >= 0n).toBe(true);
        expect(difference < 10n ** BigInt(Math.max(scale - kept, 0))).toBe(true);
      }),
    );
  });

  it("compares as numbers do where numbers are exact", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (left, right) => {
        expect(compareDecimal(formatScaled(left, 3), formatScaled(right, 3))).toBe(Math.sign(left - right));
      }),
    );
  });
});
