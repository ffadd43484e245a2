import { describe, expect, it } from "vitest";
import { feeOf, orderValue, profitOf, roundPrice, roundQuantity } from "../index.js";
import { sumOf } from "./position-money.js";

describe("money helpers", () => {
  it("round to the pair's grid in the direction that is named", () => {
    expect(roundPrice("60000.17", 1, "down")).toBe("60000.1");
    expect(roundPrice("60000.17", 1, "up")).toBe("60000.2");
    expect(roundPrice("60000.17", 0, "up")).toBe("60001");
    expect(roundPrice("60000.10", 1, "up")).toBe("60000.1");
    expect(roundPrice("0.12345", 4, "down")).toBe("0.1234");
    expect(roundQuantity("0.00123", "0.0001000000", "down")).toBe("0.0012");
  });

  // The numbers of a position of 10,000 USD that was opened at 40,000, and of one of 0.5 coin.
  it("tell what a position gained, against the coin's own arithmetic", () => {
    const inverse = { kind: "inverse", quantity: "10000", openPrice: "40000" } as const;
    expect(profitOf({ ...inverse, side: "long" }, "44000")).toBe("0.0227272727");
    expect(profitOf({ ...inverse, side: "long" }, "36000")).toBe("-0.0277777778");
    expect(profitOf({ ...inverse, side: "short" }, "36000")).toBe("0.0277777777");
    const linear = { kind: "linear", quantity: "0.2", openPrice: "40000" } as const;
    expect(profitOf({ ...linear, side: "long" }, "42000")).toBe("400");
    expect(profitOf({ ...linear, side: "short" }, "42000")).toBe("-400");
  });

  it("add up exactly, and nothing to 0", () => {
    expect(sumOf(["0.1", "0.2", "-0.3000000001"])).toBe("-0.0000000001");
    expect(sumOf([])).toBe("0");
  });

  it("tell values and fees, rounded against the caller", () => {
    expect(orderValue("linear", "0.5", "40000")).toBe("20000");
    expect(orderValue("inverse", "10000", "30000")).toBe("0.3333333334");
    expect(feeOf("linear", "0.2", "42000", "0.0006")).toBe("5.0400000000");
    expect(feeOf("inverse", "10000", "40000", "0.0006")).toBe("0.0001500000");
    expect(feeOf("linear", "0.0001", "0.0001", "0.0006")).toBe("0.0000000001");
    expect(feeOf("inverse", "1", "70000", "0.0006")).toBe("0.0000000086");
  });
});
