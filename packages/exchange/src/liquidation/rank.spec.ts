import { describe, expect, it } from "vitest";
import { compare, fraction } from "../exact/fraction.js";
import { rank, type Standing, score } from "./rank.js";

/** A position that cost 1000 and is worth so much more, with so much margin; its equity has its profit in it. */
function standing(profit: bigint, equity: bigint, account = 1001): Standing {
  return { account, cost: 1000n, profit: fraction(profit), value: fraction(1000n + profit), equity: fraction(equity) };
}

describe("what decides who is deleveraged first", () => {
  it.each([
    ["in profit: ratio × leverage", 100n, 200n, fraction(1n, 10n), fraction(1100n, 200n)],
    ["in loss: ratio ÷ leverage", -100n, 90n, fraction(-1n, 10n), fraction(90n, 900n)],
    ["neither: nothing", 0n, 100n, fraction(0n), fraction(10n)],
    ["without equity: the value stands for the leverage", -100n, 0n, fraction(-1n, 10n), fraction(1n, 900n)],
  ])("%s", (_, profit, equity, ratio, leverage) => {
    const wanted = fraction(ratio.numerator * leverage.numerator, ratio.denominator * leverage.denominator);
    expect(compare(score(standing(profit, equity)), wanted)).toBe(0);
  });

  it("takes the profit itself for the ratio of a position that cost nothing", () => {
    const free = { ...standing(7n, 14n), cost: 0n, value: fraction(7n) };
    expect(compare(score(free), fraction(7n, 2n))).toBe(0);
  });

  it("puts the highest first, and of equals the older account", () => {
    const [loss, young, old, best] = [
      standing(-100n, 90n, 1001),
      standing(100n, 200n, 1004),
      standing(100n, 200n, 1002),
      standing(200n, 300n, 1003),
    ];
    expect(rank([loss, young, old, best])).toEqual([best, old, young, loss]);
    expect(rank([old, young])).toEqual([old, young]);
  });
});
