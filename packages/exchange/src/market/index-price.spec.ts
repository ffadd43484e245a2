import { describe, expect, it } from "vitest";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { createIndexPrice, indexBounds, indexUnits, stepIndex, volatilityRatio } from "./index-price.js";
import type { Market } from "./market.js";
import { marketOf } from "./market-list.js";

const start = 1_700_000_000_000;

/** Where the walk of a market is after so many steps of 100 ms. */
function walked(pair: string, seed: number, steps: number): readonly [units: number, regime: string, ratio: number] {
  const index = createIndexPrice(marketOf(pair) as Market, seed);
  for (let i = 0; i <= steps; i++) {
    stepIndex(index, start + i * 100);
  }
  return [indexUnits(index), index.regime, volatilityRatio(index)];
}

describe("the world's price of a coin", () => {
  // Journals replay to the byte: a walk that went elsewhere would be another venue.
  it.each<[string, number, number, readonly [number, string, number]]>([
    ["4BTC_USDT", 1, 1, [477_436.074233, "normal", 0.9932939736229347]],
    ["4BTC_USDT", 1, 1000, [476_688.318241, "normal", 0.9148280141429181]],
    ["4BTC_USDT", 2, 60_000, [474_622.917359, "normal", 1.0265031340185196]],
    ["ETH_BTC", 3, 20_000, [83_749.19399, "calm", 0.5894388485156251]],
  ])("of %s by seed %d is after %d steps where it has always been", (pair, seed, steps, where) => {
    expect(walked(pair, seed, steps)).toEqual(where);
  });

  it("begins with the market's first price, in ordinary weather", () => {
    const index = createIndexPrice(linearMarket, 1);
    expect([indexUnits(index), index.regime, volatilityRatio(index)]).toEqual([400_000, "normal", 1]);
    expect(index.currency).toBeUndefined();
  });

  it("stands still until time passes, and makes no leap after a pause", () => {
    const index = createIndexPrice(linearMarket, 1);
    expect(stepIndex(index, start)).toBe(0);
    expect(stepIndex(index, start)).toBe(0);
    expect(indexUnits(index)).toBe(400_000);
    expect(stepIndex(index, start + 150)).toBe(1.5);
    expect(stepIndex(index, start + 2150)).toBe(20);
    expect(stepIndex(index, start + 86_400_000)).toBe(20);
  });

  it("is one walk for all markets of a coin, and another one for another coin or seed", () => {
    const after = (pair: string, seed: number): number => {
      const [units] = walked(pair, seed, 500);
      return units / indexUnits(createIndexPrice(marketOf(pair) as Market, seed));
    };
    expect(after("4ETH_USDT", 1)).toBeCloseTo(after("5ETH_USD", 1), 9);
    expect(after("4ETH_USDT", 1)).toBeCloseTo(after("ETH_DAI", 1), 9);
    expect(after("4ETH_USDT", 1)).not.toBeCloseTo(after("4BTC_USDT", 1), 6);
    expect(after("4ETH_USDT", 1)).not.toBeCloseTo(after("4ETH_USDT", 2), 6);
    // What a coin is worth in another one falls as far as the other one rises.
    expect(after("ETH_BTC", 1)).toBeCloseTo(after("4ETH_USDT", 1) / after("4BTC_USDT", 1), 4);
  });

  it("may be moved by the operator a thousand times up or down, as far as it stays exact", () => {
    const bounds = (initialPrice: number) => indexBounds({ ...linearMarket, initialPrice });
    expect(bounds(400_000)).toEqual({ minPrice: 400, maxPrice: 400_000_000 });
    expect(bounds(400_001)).toMatchObject({ minPrice: 401 });
    expect(bounds(500)).toEqual({ minPrice: 1, maxPrice: 500_000 });
    expect(bounds(100_000_000)).toEqual({ minPrice: 100_000, maxPrice: 9_007_199_254 });
  });

  it("is told when the operator moves it, with the tag price", () => {
    const venue = new VenueKit();
    expect(venue.setIndex("41000.5")).toEqual([
      { kind: "price-marked", pair: "4BTC_USDT", indexPrice: 410_005, tagPrice: 410_005 },
    ]);
    expect(venue.setIndex("41000.5")).toEqual([]);
  });
});
