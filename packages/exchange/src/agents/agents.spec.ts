import { describe, expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { contractPairs, marketOf } from "../market/market-list.js";
import { type MarketFigures, meanFigures, measureMarket } from "../spec-support/market-figures.js";

/**
 * A day of each seed, ticking every second; `SANDBOX_FIGURES=long` takes one seed more, ticks ten times as often, as a running sandbox
 * does, and prints the figures. A day has 1439 returns, and with tails like these an autocorrelation of 0 is seen as ±0.05: so the
 * mean of the seeds is what is looked at.
 */
const isLong = process.env["SANDBOX_FIGURES"] === "long";
const tickMs = isLong ? 100 : 1000;
const seeds = isLong ? [1, 2, 3] : [1, 2];

describe("the agents' trades look like a market", () => {
  const all: MarketFigures[] = [];
  it.each(seeds)(
    "seed %d: tails, clusters, spreads that widen, books that are deeper behind",
    (seed) => {
      const figures = measureMarket("4BTC_USDT", seed, 24, tickMs);
      if (isLong) {
        console.log(JSON.stringify({ seed, ...figures }));
      }
      all.push(figures);
      expect(figures.kurtosis).toBeGreaterThan(5);
      expect(figures.clustering).toBeGreaterThan(0.1);
      expect(figures.spreadWithVolatility).toBeGreaterThan(0.3);
      const [nearest = 0, ...behind] = figures.depth;
      for (const quantity of behind) {
        expect(quantity).toBeGreaterThan(nearest);
      }
      expect(figures.trades).toBeGreaterThan(50_000);
    },
    120_000,
  );

  it("returns tell nothing about the next ones", () => {
    expect(all.length).toBe(seeds.length);
    expect(Math.abs(meanFigures(all).autocorrelation)).toBeLessThan(0.05);
  });
});

it("many synthetic markets are cheap", () => {
  const markets = contractPairs(1000).flatMap((pair) => marketOf(pair) ?? []);
  const exchange = new Exchange({ seed: 1, markets });
  const before = process.cpuUsage();
  for (let i = 1; i <= 11; i++) {
    exchange.apply({ kind: "tick" }, i * 100);
  }
  const perTick = process.cpuUsage(before).user / 1_000 / 11 / 1_000;
  // Opening the ladders included: well below a tenth of a millisecond on a quiet machine.
  expect(perTick).toBeLessThan(2);
});
