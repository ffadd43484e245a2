import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactRatio, type Rounding } from "./ratio.js";

const ratio = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 10n ** 40n }))
  .map(([numerator, denominator]) => new ExactRatio(numerator, denominator));
const decimals = fc.nat({ max: 12 });

/** value × 10^decimals, as the fraction that it is, minus what the text says: over the denominator. */
function errorOf({ numerator, denominator }: ExactRatio, places: number, rounding: Rounding): bigint {
  const text = new ExactRatio(numerator, denominator).toText(places, rounding);
  return numerator * 10n ** BigInt(places) - BigInt(text.replace(".", "")) * denominator;
}

describe("an exact ratio", () => {
  it("rounds by less than one unit, in the direction that is named", () => {
    fc.assert(
      fc.property(ratio, decimals, (value, places) => {
        const sign = value.numerator < 0n ? -1n : 1n;
        const cut = sign * errorOf(value, places, "toward-zero");
        expect(cut >= 0n && cut < value.denominator).toBe(true);
        const raised = sign * errorOf(value, places, "away-from-zero");
        expect(raised <= 0n && -raised < value.denominator).toBe(true);
        const nearest = errorOf(value, places, "half-even") * 2n;
        expect(nearest <= value.denominator && -nearest <= value.denominator).toBe(true);
      }),
    );
  });

  it.each([
    [1n, 8n, "0.12"],
    [3n, 8n, "0.38"],
    [-1n, 8n, "-0.12"],
    [-3n, 8n, "-0.38"],
  ])("sends the tie %i/%i to the even digit", (numerator, denominator, text) => {
    expect(new ExactRatio(numerator, denominator).toText(2, "half-even")).toBe(text);
  });

  it("becomes a close number, however large its parts", () => {
    const within = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(within, fc.integer({ min: 1, max: 1_000_000 }), fc.nat({ max: 60 }), (left, right, zeros) => {
        const factor = 10n ** BigInt(zeros);
        const number = new ExactRatio(BigInt(left) * factor, BigInt(right) * factor).toNumber();
        expect(Math.abs(number - left / right)).toBeLessThanOrEqual(Math.abs(left / right) * 1e-15);
      }),
    );
  });
});
