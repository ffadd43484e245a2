import { expect, it } from "vitest";
import {
  add,
  compare,
  divideDown,
  divideUp,
  fraction,
  max,
  min,
  minus,
  negate,
  plus,
  roundDown,
  roundUp,
  zero,
} from "./fraction.js";
import { moneyText, oneCoin, oneRate, plainRate, powerOfTen, readMoney, scaledText } from "./money.js";
import { isExact, partDown, partUp, product, toBigint, toPlain } from "./plain.js";

const largest = Number.MAX_SAFE_INTEGER;

it("a fraction has its sign above, and something below", () => {
  expect(fraction(3n)).toEqual({ numerator: 3n, denominator: 1n });
  expect(fraction(3n, 4n)).toEqual({ numerator: 3n, denominator: 4n });
  expect(fraction(3n, -4n)).toEqual({ numerator: -3n, denominator: 4n });
  expect(() => fraction(3n, 0n)).toThrow(new RangeError("a fraction needs a denominator other than 0"));
  expect(negate(fraction(3n, 4n))).toEqual({ numerator: -3n, denominator: 4n });
});

it("a sum of fractions is exact, and has no larger numbers than it needs to", () => {
  const third = fraction(1n, 3n);
  expect(add(fraction(1n, 2n), third)).toEqual({ numerator: 5n, denominator: 6n });
  expect(add(third, third)).toEqual({ numerator: 2n, denominator: 3n });
  expect(add(fraction(0n, 7n), third)).toBe(third);
  expect(add(third, fraction(0n, 7n))).toBe(third);
  expect(add(zero, third)).toBe(third);
});

it("fractions are compared by what they are worth", () => {
  expect(compare(fraction(1n, 3n), fraction(2n, 6n))).toBe(0);
  expect(compare(fraction(1n, 3n), fraction(2n, 5n))).toBe(-1);
  expect(compare(fraction(-1n, 3n), fraction(-2n, 5n))).toBe(1);
});

it.each([
  [7n, 2n, 3n, 4n],
  [-7n, 2n, -4n, -3n],
  [6n, 2n, 3n, 3n],
  [-6n, 2n, -3n, -3n],
  [1n, 3n, 0n, 1n],
  [-1n, 3n, -1n, 0n],
  [0n, 3n, 0n, 0n],
])("%d / %d is at least %d and at most %d", (numerator, denominator, down, up) => {
  expect([divideDown(numerator, denominator), divideUp(numerator, denominator)]).toEqual([down, up]);
  const value = fraction(numerator, denominator);
  expect([roundDown(value), roundUp(value)]).toEqual([down, up]);
});

it.each([
  [0n, 5n],
  [5n, 0n],
  [5n, 5n],
  [3n, 5n],
  [-3n, 5n],
])("the sum, the difference, the lesser and the greater of %d and %d", (left, right) => {
  expect(plus(left, right)).toBe(left + right);
  expect(minus(left, right)).toBe(left - right);
  expect([min(left, right), max(left, right)]).toEqual([left, right].sort((one, other) => (one < other ? -1 : 1)));
});

it("money is written without zeros at its end, and read up to a thousand million million coins", () => {
  expect(moneyText(oneCoin)).toBe("1");
  expect(moneyText(-12_500_000_000n)).toBe("-1.25");
  expect(readMoney("1.25")).toBe(12_500_000_000n);
  expect(readMoney("1000000000000000")).toBe(10n ** 25n);
  expect(readMoney("-1000000000000000")).toBe(-(10n ** 25n));
  for (const text of ["1000000000000000.0000000001", "-1000000000000000.0000000001", "0.00000000001", "x", ""]) {
    expect(readMoney(text)).toBeUndefined();
  }
  expect([scaledText(1250, 3), scaledText(1200n, 2), powerOfTen(3)]).toEqual(["1.25", "12", 1000n]);
  expect([oneRate, BigInt(plainRate)]).toEqual([10n ** 10n, 10n ** 10n]);
});

it("a result is exact up to the largest safe integer on both sides of 0", () => {
  expect([largest, -largest, 0].every(isExact)).toBe(true);
  expect([largest + 1, -largest - 1].some(isExact)).toBe(false);
  expect(product(largest, -1)).toBe(-BigInt(largest));
  expect(product(94_906_267, 94_906_267)).toBe(94_906_267n ** 2n);
});

it("integers are taken apart and put together as they are, whatever their size", () => {
  for (const plain of [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32, -(2 ** 32) - 1, largest, -largest]) {
    expect(toBigint(plain)).toBe(BigInt(plain));
    expect(toPlain(BigInt(plain))).toBe(plain);
  }
  for (const large of [2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n, 2n ** 64n + 5n, -(2n ** 70n)]) {
    expect(toPlain(large)).toBe(Number(large));
  }
});

it.each([
  ["a product that is one above what is exact", 3_002_399_751_580_331n, 3, 1],
  ["a rest that is", 94_906_268n, 94_906_267, 94_906_299],
  ["the largest safe integer", BigInt(largest), 1, 2],
  ["one above it", BigInt(largest) + 1n, 1, 2],
  ["an even part", 10n, 3, 5],
  ["an amount below 0", -10n, 1, 3],
])("a part of an amount is exact for %s", (_, amount, part, whole) => {
  const [times, by] = [BigInt(part), BigInt(whole)];
  expect(partDown(amount, part, whole)).toBe(divideDown(amount * times, by));
  expect(partUp(amount, part, whole)).toBe(divideUp(amount * times, by));
});
