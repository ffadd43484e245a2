import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDecimal, isZero, magnitude, saysTheSame, subtractDecimal } from "./exact-sum.js";

test.each([
  ["0.1", "0.2", "0.3"],
  ["9007199254740993", "0.0000000001", "9007199254740993.0000000001"],
  ["1.50", "-1.5", "0"],
])("%s + %s is %s, exactly", (left, right, sum) => {
  expect(addDecimal(left, right)).toBe(sum);
});

test("what is added can be taken away again", () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 10 }))
    .map(([digits, scale]) => `${digits < 0n ? "-" : ""}${magnitude(String(digits))}.${"5".repeat(scale + 1)}`);
  fc.assert(
    fc.property(decimal, decimal, (left, right) => {
      expect(saysTheSame({ n: subtractDecimal(addDecimal(left, right), right) }, { n: left })).toBe(true);
    }),
  );
});

test("zero is zero however it is written, and records are compared by value", () => {
  expect([isZero("0.000"), isZero("-0"), isZero("0.001")]).toEqual([true, true, false]);
  expect(saysTheSame({ a: "1.10", b: 1 }, { a: "1.1", b: 1 })).toBe(true);
  expect(saysTheSame({ a: "1.1" }, { a: "1.1", b: undefined })).toBe(true);
  expect(saysTheSame({ a: "long" }, { a: "short" })).toBe(false);
});
