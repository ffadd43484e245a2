import { decimalText, positiveDecimalText } from "@depthwire/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  type RoundingDirection,
  roundToMultiple,
  subtractDecimals,
} from "./arithmetic.js";
import { compareDecimal, isMultipleOf } from "./compare-decimal.js";

const signed = fc.tuple(decimalText(), fc.boolean()).map(([text, isNegative]) => (isNegative ? `-${text}` : text));
const directions: readonly RoundingDirection[] = ["down", "up", "toward-zero", "away-from-zero"];
const direction = fc.constantFrom(...directions);

describe("exact arithmetic on texts", () => {
  it.each([
    ["0.1", "0.2", "0.3", "-0.1", "0.02"],
    ["1.50", "-0.5", "1", "2", "-0.75"],
    ["0", "-0.000", "0", "0", "0"],
  ])("%s and %s", (left, right, sum, difference, product) => {
    expect([addDecimals(left, right), subtractDecimals(left, right), multiplyDecimals(left, right)]).toEqual([
      sum,
      difference,
      product,
    ]);
  });

  it.each([
    ["7", "2", ["3", "4", "3", "4"]],
    ["-7", "2", ["-4", "-3", "-3", "-4"]],
    ["7", "-2", ["-4", "-3", "-3", "-4"]],
    ["-8", "-2", ["4", "4", "4", "4"]],
  ])("%s divided by %s goes each way", (dividend, divisor, quotients) => {
    expect(directions.map((rounding) => divideDecimals(dividend, divisor, 0, rounding))).toEqual(quotients);
  });

  it("adds, subtracts and multiplies by the laws", () => {
    fc.assert(
      fc.property(signed, signed, signed, (a, b, c) => {
        expect(subtractDecimals(addDecimals(a, b), b)).toBe(addDecimals(a, "0"));
        expect(multiplyDecimals(a, addDecimals(b, c))).toBe(
          addDecimals(multiplyDecimals(a, b), multiplyDecimals(a, c)),
        );
        expect(compareDecimal(a, b)).toBe(compareDecimal(subtractDecimals(a, b), "0"));
      }),
    );
  });

  it("rounds to a multiple within one step, in the direction that was named", () => {
    fc.assert(
      fc.property(signed, positiveDecimalText(), direction, (value, step, rounding) => {
        const rounded = roundToMultiple(value, step, rounding);
        const off = subtractDecimals(rounded, value);
        expect(isMultipleOf(rounded, step)).toBe(true);
        expect(compareDecimal(off, step)).toBeLessThan(0);
        expect(compareDecimal(off, `-${step}`)).toBeGreaterThan(0);
        const isNegative = compareDecimal(value, "0") < 0;
        const goesUp = rounding === "up" || rounding === (isNegative ? "toward-zero" : "away-from-zero");
        expect(compareDecimal(off, "0") * (goesUp ? 1 : -1)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("divides so that multiplying back is within one last digit", () => {
    fc.assert(
      fc.property(signed, positiveDecimalText(), fc.nat(12), (dividend, divisor, scale) => {
        const down = divideDecimals(dividend, divisor, scale, "down");
        const up = divideDecimals(dividend, divisor, scale, "up");
        expect(compareDecimal(multiplyDecimals(down, divisor), dividend)).toBeLessThanOrEqual(0);
        expect(compareDecimal(multiplyDecimals(up, divisor), dividend)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
