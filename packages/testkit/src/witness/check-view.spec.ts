import { describe, expect, test } from "vitest";
import { checkView, isCrossed } from "./check-view.js";
import { exchangeWith, sideOf, truth, type ViewParts, viewWith } from "./made-up-views.spec-kit.js";

const verdictOn = (parts: ViewParts) => checkView(exchangeWith(truth), viewWith(parts));
const different = (where: string) => ({ different: `4BTC_USDT epoch 3 seq 7: ${where}` });

describe("checkView", () => {
  test("a view with every level of what was published is equal, an empty one too", () => {
    expect(verdictOn({})).toBe("equal");
    const empty = { asks: { prices: [], quantities: [] }, bids: { prices: [], quantities: [] } };
    expect(checkView(exchangeWith(empty), viewWith({ asks: sideOf(), bids: sideOf() }))).toBe("equal");
  });

  test("a state that is not held is forgotten, whatever the view says", () => {
    expect(verdictOn({ seq: 8 })).toBe("forgotten");
    expect(verdictOn({ pair: "4ETH_USDT" })).toBe("forgotten");
    const nameless = { ...exchangeWith(truth), market: () => undefined };
    expect(checkView(nameless, viewWith({}))).toBe("forgotten");
    const stateless = { ...exchangeWith(truth), published: () => undefined };
    expect(checkView(stateless, viewWith({}))).toBe("forgotten");
  });

  test.each<[string, ViewParts, string]>([
    ["an ask too few", { asks: sideOf([1010, 5]) }, "1 levels, published 2"],
    ["an ask too many", { asks: sideOf([1010, 5], [1020, 6], [1030, 7]) }, "3 levels, published 2"],
    ["no bid", { bids: sideOf() }, "0 levels, published 2"],
    ["another best ask", { asks: sideOf([1011, 5], [1020, 6]) }, "level 0 is 5e-2 at 1011e-1"],
    ["another quantity at the best ask", { asks: sideOf([1010, 50], [1020, 6]) }, "level 0 is 50e-2 at 1010e-1"],
    ["another last ask", { asks: sideOf([1010, 5], [1021, 6]) }, "level 1 is 6e-2 at 1021e-1"],
    ["another quantity at the last ask", { asks: sideOf([1010, 5], [1020, 7]) }, "level 1 is 7e-2 at 1020e-1"],
    ["another best bid", { bids: sideOf([1001, 3], [990, 4]) }, "level 0 is 3e-2 at 1001e-1"],
    ["another quantity at the last bid", { bids: sideOf([1000, 3], [990, 5]) }, "level 1 is 5e-2 at 990e-1"],
    ["levels in another order", { bids: sideOf([990, 4], [1000, 3]) }, "level 0 is 4e-2 at 990e-1"],
    ["sides that are swapped", { asks: sideOf([1000, 3], [990, 4]) }, "level 0 is 3e-2 at 1000e-1"],
  ])("%s is different, and the verdict says where", (_, parts, where) => {
    expect(verdictOn(parts)).toEqual(different(where));
  });

  test("values are what counts: integers of other scales are equal as decimals are", () => {
    const finer = {
      priceScale: 3,
      quantityScale: 4,
      asks: sideOf([101_000, 500], [102_000, 600]),
      bids: sideOf([100_000, 300], [99_000, 400]),
    };
    expect(verdictOn(finer)).toBe("equal");
    const coarser = { priceScale: 0, asks: sideOf([101, 5], [102, 6]), bids: sideOf([100, 3], [99, 4]) };
    expect(verdictOn(coarser)).toBe("equal");
  });

  test("the same integers of another scale are other values", () => {
    expect(verdictOn({ priceScale: 2 })).toEqual(different("level 0 is 5e-2 at 1010e-2"));
    expect(verdictOn({ quantityScale: 1 })).toEqual(different("level 0 is 5e-1 at 1010e-1"));
  });

  test("a unit of the last place tells values apart that no double could", () => {
    const bids = { prices: [9_007_199_254_740_991], quantities: [1] };
    const exchange = exchangeWith({ asks: { prices: [], quantities: [] }, bids });
    const parts = { priceScale: 1, asks: sideOf() };
    expect(checkView(exchange, viewWith({ ...parts, bids: sideOf([9_007_199_254_740_991, 1]) }))).toBe("equal");
    expect(checkView(exchange, viewWith({ ...parts, bids: sideOf([9_007_199_254_740_990, 1]) }))).not.toBe("equal");
    const finer = { ...parts, priceScale: 2 };
    expect(checkView(exchange, viewWith({ ...finer, bids: sideOf([9_007_199_254_740_991, 1]) }))).not.toBe("equal");
  });

  test("a published price without a quantity is no level that a view could have", () => {
    const asks = { prices: [1010], quantities: [] };
    const exchange = exchangeWith({ ...truth, asks });
    expect(checkView(exchange, viewWith({ asks: sideOf([1010, 0]) }))).toEqual(different("level 0 is 0e-2 at 1010e-1"));
  });
});

describe("isCrossed", () => {
  test.each([
    ["a best bid above the best ask", sideOf([1010, 5]), sideOf([1011, 3]), true],
    ["a best bid at the best ask", sideOf([1010, 5]), sideOf([1010, 3]), true],
    ["a best bid below the best ask", sideOf([1010, 5]), sideOf([1009, 3]), false],
    [
      "a lower bid at the best ask's price, which no sorted side has",
      sideOf([1010, 5]),
      sideOf([1009, 3], [1010, 1]),
      false,
    ],
    ["no ask", sideOf(), sideOf([1010, 3]), false],
    ["no bid", sideOf([1010, 5]), sideOf(), false],
    ["nothing at all", sideOf(), sideOf(), false],
  ])("%s: %#", (_, asks, bids, crossed) => {
    expect(isCrossed(viewWith({ asks, bids }))).toBe(crossed);
  });
});
