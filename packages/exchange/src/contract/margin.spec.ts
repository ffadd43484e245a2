import { describe, expect, it } from "vitest";
import { compare, type Fraction, fraction } from "../exact/fraction.js";
import { moneyText, oneCoin, oneRate, powerOfTen, readMoney } from "../exact/money.js";
import {
  bankruptcyThreshold,
  frozenFor,
  type Leg,
  liquidationThreshold,
  maintenance,
  noLeg,
  type PositionSide,
  shownThreshold,
  type Threshold,
  unrealised,
  warningRate,
} from "./margin.js";
import { bracketOf, type ContractTerms, maintenanceRateOf, tierOf } from "./terms.js";
import { averagePrice, type ContractKind, type ContractUnits, contractUnits, costOf } from "./units.js";

/** Prices have one decimal, linear quantities four, inverse ones none. */
const priceScale = 1;
const units: Record<ContractKind, ContractUnits> = {
  linear: contractUnits("linear", priceScale, 4),
  inverse: contractUnits("inverse", priceScale, 0),
};
const m = oneRate / 200n;
const feeRate = 6_000_000n;

/** The integer that a text writes at a scale. */
function scaled(text: string, scale: number): bigint {
  const [whole = "", decimals = ""] = text.split(".");
  return BigInt(whole + decimals.padEnd(scale, "0"));
}

const price = (text: string): bigint => scaled(text, priceScale);
const money = (text: string): bigint => readMoney(text) ?? -1n;
const coins = (text: string): bigint => scaled(text, 4);

function leg(kind: ContractKind, quantity: string, at: string, maintenanceRate = m): Leg {
  const amount = kind === "linear" ? coins(quantity) : BigInt(quantity);
  return { quantity: amount, cost: costOf(units[kind], amount, price(at)), maintenanceRate };
}

/** A fraction with ten decimals, rounded to the nearest, of something that is held at a scale. */
function decimals(value: Fraction, scale: number): string {
  const denominator = value.denominator * powerOfTen(scale);
  const sign = value.numerator < 0n ? "-" : "";
  const numerator = value.numerator < 0n ? -value.numerator : value.numerator;
  return sign + moneyText((2n * numerator * oneCoin + denominator) / (2n * denominator));
}

const at = (found: Threshold | undefined): string => (found === undefined ? "0" : decimals(found.price, priceScale));

function thresholds(kind: ContractKind, side: PositionSide, one: Leg, equity: string): string[] {
  const sides = (which: Leg): [Leg, Leg] => (side === "long" ? [which, noLeg] : [noLeg, which]);
  return [
    at(liquidationThreshold(units[kind], ...sides(one), money(equity))),
    at(liquidationThreshold(units[kind], ...sides(warningRate(one)), money(equity))),
    at(bankruptcyThreshold(units[kind], side, one, money(equity))),
  ];
}

describe("liquidation, warning and bankruptcy price", () => {
  const linear = leg("linear", "0.5", "40000");
  const inverse = leg("inverse", "10000", "40000");

  it.each([
    ["linear long", "linear", "long", linear, "1000", ["38190.9547738693", "38238.9937106918", "38000"]],
    ["linear short", "linear", "short", linear, "1000", ["41791.0447761194", "41739.1304347826", "42000"]],
    ["linear long, margin + 100", "linear", "long", linear, "1100", ["37989.9497487437", undefined, "37800"]],
    [
      "inverse long",
      "inverse",
      "long",
      inverse,
      "0.0125",
      ["38285.7142857143", "38333.3333333333", "38095.2380952381"],
    ],
    [
      "inverse short",
      "inverse",
      "short",
      inverse,
      "0.0125",
      ["41894.7368421053", "41842.1052631579", "42105.2631578947"],
    ],
    ["linear long, cross alone", "linear", "long", linear, "3000", ["34170.8542713568", undefined, "34000"]],
    ["linear short, cross alone", "linear", "short", linear, "3000", ["45771.144278607", undefined, "46000"]],
    ["beside an ETH short", "linear", "long", linear, "1740", ["36703.5175879397", undefined, undefined]],
    ["inverse long, cross", "inverse", "long", inverse, "0.0375", ["34956.5217391304", undefined, "34782.6086956522"]],
    [
      "inverse short, cross",
      "inverse",
      "short",
      inverse,
      "0.0375",
      ["46823.5294117647", undefined, "47058.8235294118"],
    ],
  ] as const)("%s", (_, kind, side, one, equity, expected) => {
    const found = thresholds(kind, side, one, equity);
    expected.forEach((text, i) => {
      if (text !== undefined) {
        expect(found[i]).toBe(text);
      }
    });
  });

  it("beside an ETH short: what is left of the account at bankruptcy counts the loss alone", () => {
    // C 3000, the short's loss 1000 and its maintenance 260: 36000 leaves out the maintenance.
    expect(at(bankruptcyThreshold(units.linear, "long", linear, money("2000")))).toBe("36000");
  });

  it("both sides of a pair", () => {
    const short = leg("linear", "0.2", "41000");
    const found = liquidationThreshold(units.linear, linear, short, money("3000"));
    expect(at(found)).toBe("29679.5952782462");
    expect(found?.ends).toBe("below");
  });

  it("there is none for an inverse short that its margin covers, nor below a price of 0", () => {
    expect(liquidationThreshold(units.inverse, noLeg, inverse, inverse.cost)).toBeUndefined();
    expect(liquidationThreshold(units.linear, linear, noLeg, linear.cost)).toBeUndefined();
    expect(shownThreshold(undefined)).toBe(0n);
  });

  it("is shown rounded to the owner's disadvantage", () => {
    expect(shownThreshold(liquidationThreshold(units.linear, linear, noLeg, money("1000")))).toBe(price("38191"));
    expect(shownThreshold(liquidationThreshold(units.linear, noLeg, linear, money("1000")))).toBe(price("41791"));
    expect(shownThreshold(liquidationThreshold(units.inverse, inverse, noLeg, money("0.0125")))).toBe(price("38285.8"));
  });

  it.each(["long", "short"] as const)("is the very price at which a %s's equity meets its maintenance", (side) => {
    for (const kind of ["linear", "inverse"] as const) {
      const one = kind === "linear" ? linear : inverse;
      const margin = kind === "linear" ? money("1000") : money("0.0125");
      const [l, s] = side === "long" ? [one, noLeg] : [noLeg, one];
      const edge = shownThreshold(liquidationThreshold(units[kind], l, s, margin));
      const holds = (p: bigint): boolean => {
        const profit = unrealised(units[kind], side, one, p);
        const equity = fraction(profit.numerator + margin * profit.denominator, profit.denominator);
        return compare(equity, maintenance(units[kind], one, p)) >= 0;
      };
      const inward = side === "long" ? 1n : -1n;
      expect(holds(edge)).toBe(true);
      expect(holds(edge - 2n * inward)).toBe(false);
    }
  });
});

describe("profit", () => {
  const inverse = leg("inverse", "10000", "40000");
  it.each([
    ["long", "44000", "0.0227272727"],
    ["long", "36000", "-0.0277777778"],
    ["short", "44000", "-0.0227272727"],
    ["short", "36000", "0.0277777778"],
  ] as const)("of an inverse %s at %s is %s", (side, to, expected) => {
    expect(decimals(unrealised(units.inverse, side, inverse, price(to)), 10)).toBe(expected);
  });

  it("of a linear position is exact", () => {
    const one = leg("linear", "0.5", "40000");
    expect(decimals(unrealised(units.linear, "long", one, price("42000")), 10)).toBe("1000");
    expect(decimals(unrealised(units.linear, "short", one, price("42000")), 10)).toBe("-1000");
  });
});

describe("frozen funds of an order", () => {
  it.each([
    ["linear", "long", "0.001", "60000", 10, "6.0684"],
    ["linear", "short", "0.001", "60000", 10, "6.0756"],
    ["inverse", "long", "10000", "40000", 20, "0.0128075"],
    ["inverse", "short", "10000", "40000", 20, "0.0127925"],
    ["linear", "short", "0.5", "41000", 20, "1050.215"],
  ] as const)("%s %s of %s at %s with leverage %i: %s", (kind, side, quantity, at, leverage, expected) => {
    const amount = kind === "linear" ? coins(quantity) : BigInt(quantity);
    const order = { quantity: Number(amount), price: Number(price(at)), leverage, feeRate: Number(feeRate) };
    expect(moneyText(frozenFor(units[kind], side, order))).toBe(expected);
  });
});

describe("average price", () => {
  it("is weighted by quantity for linear contracts and harmonic for inverse ones", () => {
    const [a, b] = [leg("linear", "0.2", "40000"), leg("linear", "0.3", "41000")];
    const linear = averagePrice(units.linear, a.quantity + b.quantity, a.cost + b.cost);
    expect(decimals(linear, priceScale)).toBe("40600");
    const cost = money("0.15") + costOf(units.inverse, 4000n, price("42000"));
    // The second cost is rounded down by less than 10⁻¹⁰ coin, which shows in the sixth decimal of the price.
    expect(decimals(averagePrice(units.inverse, 10_000n, cost), priceScale)).toMatch(/^40776\.6990/);
    const exact = averagePrice(
      { kind: "inverse", factor: units.inverse.factor * 42n },
      10_000n,
      42n * money("0.15") + money("4"),
    );
    expect(decimals(exact, priceScale)).toBe("40776.6990291262");
  });
});

describe("tiers", () => {
  const terms: ContractTerms = {
    kind: "linear",
    settleCoin: "USDT",
    makerFeeRate: 0,
    takerFeeRate: 0,
    maintenanceRate: Number(m),
    riskBase: 1_000_000,
    riskStep: 500_000,
    maxLeverage: 100,
    brackets: "on",
    maxPosition: 10_000_000,
    maxOpenOrders: 100,
    priceBand: 1_000_000_000,
  };

  it.each([
    [1, 0],
    [1_000_000, 0],
    [1_000_001, 1],
    [1_500_000, 1],
    [1_800_000, 2],
  ])("a position of %i is in tier %i", (quantity, tier) => {
    expect(tierOf(terms, quantity)).toBe(tier);
    expect(maintenanceRateOf(terms, quantity)).toBe(m * BigInt(tier + 1));
  });

  it.each([
    [1_000_000, 100],
    [1_000_001, 50],
    [1_500_001, 33],
    [5_500_001, 9],
    [40_000_000, 1],
  ])("a position of %i has at most the leverage %i", (quantity, max) => {
    expect(bracketOf(terms, quantity)).toBe(max);
    expect(bracketOf({ ...terms, brackets: "off" }, quantity)).toBe(100);
    expect(bracketOf({ ...terms, maxLeverage: 20 }, quantity)).toBe(Math.min(20, max));
  });

  it("ask for no more maintenance than a half", () => {
    expect(maintenanceRateOf(terms, 90_000_000)).toBe(5_000_000_000n);
  });

  it("long 180 @ 40000, 50×", () => {
    const one = leg("linear", "180", "40000", maintenanceRateOf(terms, 1_800_000));
    const margin = one.cost / 50n;
    expect(moneyText(margin)).toBe("144000");
    expect(at(liquidationThreshold(units.linear, one, noLeg, margin))).toBe("39796.9543147208");
    expect(at(bankruptcyThreshold(units.linear, "long", one, margin))).toBe("39200");
  });
});
