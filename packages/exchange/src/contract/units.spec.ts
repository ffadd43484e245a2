import { expect, it } from "vitest";
import { contractUnits, costOf } from "./units.js";

it("money is as fine as a linear contract's values, and no contract is finer", () => {
  expect(contractUnits("linear", 4, 6)).toEqual({ kind: "linear", factor: 1n });
  expect(() => contractUnits("linear", 5, 6)).toThrow(new RangeError("price and quantity are finer than money"));
  expect(contractUnits("inverse", 5, 6).factor).toBe(10n ** 9n);
  expect(() => contractUnits("inverse", 0, 11)).toThrow(RangeError);
});

it("a quantity costs its exact value, an inverse one rounded down", () => {
  expect(costOf(contractUnits("linear", 1, 4), 5000n, 400_001n)).toBe(20_000_050_000_000n * 10n);
  expect(costOf(contractUnits("inverse", 1, 0), 10_000n, 410_000n)).toBe(2_439_024_390n);
});
