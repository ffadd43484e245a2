import * as fc from "fast-check";
import { expect, it } from "vitest";
import { dropDecimals, isDecimal, isMultipleOf, signOf, stepOf, trimDecimal } from "./exact.js";

it.each([
  ["0", true],
  ["12.50", true],
  ["-3", true],
  ["+0.1", true],
  ["007", true],
  ["", false],
  [".5", false],
  ["5.", false],
  ["1e3", false],
  ["1,000", false],
  [" 1", false],
  ["1 ", false],
  ["--1", false],
  ["NaN", false],
  ["9".repeat(40), true],
  ["9".repeat(41), false],
])("whether %o can be reckoned with", (text, is) => {
  expect(isDecimal(text)).toBe(is);
});

it("signs", () => {
  expect(["-0.1", "-0.0", "0", "0.00", "0.0001", "12"].map(signOf)).toEqual([-1, 0, 0, 0, 1, 1]);
});

it("the step of prices", () => {
  expect([0, 1, 2, 8].map(stepOf)).toEqual(["1", "0.1", "0.01", "0.00000001"]);
});

it("a number of steps is a multiple of the step, and half a step is none", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.nat(1_000_000), (scale, steps) => {
      const text = (steps / 10 ** scale).toFixed(scale);
      expect(isMultipleOf(text, stepOf(scale))).toBe(true);
      expect(isMultipleOf(scale === 0 ? `${text}.5` : `${text}5`, stepOf(scale))).toBe(false);
    }),
  );
});

it("zeros at the end are left out, decimals that were reckoned are cut off", () => {
  expect(["1.500", "10.00", "100"].map(trimDecimal)).toEqual(["1.5", "10", "100"]);
  expect([dropDecimals("1.2999", 2), dropDecimals("-1.2999", 0), dropDecimals("1.2", 4)]).toEqual([
    "1.29",
    "-1",
    "1.2",
  ]);
});
