import { klinePeriodMs } from "@depthwire/schema";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Exchange } from "../exchange.js";
import type { Market } from "../market/market.js";
import { marketOf, wholeVenue } from "../market/market-list.js";
import { canonicalText } from "../state/state-codec.js";
import type { KlineView } from "./klines.js";
import { type BarPeriod, longPeriods, periodStart } from "./period.js";

const dayMs = 86_400_000;
const pairs = ["4BTC_USDT", "5ETH_USD", "ETH_BTC"];
const markets = pairs.map((pair) => marketOf(pair) as Market);
const periods: readonly BarPeriod[] = ["1min", ...longPeriods];

function withHistory(seed: number, now: number, ms: number): Exchange {
  const exchange = new Exchange({ seed, markets });
  exchange.apply({ kind: "make-history", ms }, now);
  return exchange;
}

/** Integers of a candle's decimals, so that they can be added up. */
function figures({ openPrice, highPrice, lowPrice, closePrice, volume, dealCount }: KlineView): readonly number[] {
  const [open, high, low, close, amount] = [openPrice, highPrice, lowPrice, closePrice, volume].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return [open, high, low, close, Math.round(amount * 1e8), dealCount];
}

function together(candles: readonly KlineView[]): readonly number[] {
  const all = candles.map(figures) as [number, number, number, number, number, number][];
  return [
    all[0]?.[0] ?? 0,
    Math.max(...all.map(([, high]) => high)),
    Math.min(...all.map(([, , low]) => low)),
    all.at(-1)?.[3] ?? 0,
    all.reduce((sum, [, , , , volume]) => sum + volume, 0),
    all.reduce((sum, [, , , , , deals]) => sum + deals, 0),
  ];
}

/** Candles of a longer period that consist of candles of a shorter one are those, put together. */
function expectAgreement(exchange: Exchange, pair: string): number {
  let compared = 0;
  for (const [i, shorter] of periods.entries()) {
    const parts = exchange.klines(pair, shorter, 1000);
    for (const longer of periods.slice(i + 1).filter((one) => klinePeriodMs[one] % klinePeriodMs[shorter] === 0)) {
      const groups = new Map<number, KlineView[]>();
      for (const part of parts) {
        const startMs = periodStart(longer, part.openedAtMs);
        groups.set(startMs, [...(groups.get(startMs) ?? []), part]);
      }
      const firstMs = parts[0]?.openedAtMs ?? 0;
      for (const candle of exchange.klines(pair, longer, 1000)) {
        const own = groups.get(candle.openedAtMs);
        if (own !== undefined && candle.openedAtMs >= firstMs) {
          expect(together(own), `${longer} of ${shorter}`).toEqual(figures(candle));
          compared += 1;
        }
      }
    }
  }
  return compared;
}

test("candles of all periods agree, each minute begins where the one before it ended, and the last one ends where the market begins", () =>
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 1_600_000_000_000, max: 1_800_000_000_000 }),
      fc.integer({ min: 1, max: 4 * dayMs }),
      (seed, now, ms) => {
        const exchange = withHistory(seed, now, ms);
        for (const { pair, initialPrice, priceScale } of markets) {
          expectAgreement(exchange, pair);
          const minutes = exchange.klines(pair, "1min", 1000);
          for (const [i, { openPrice }] of minutes.entries()) {
            expect(openPrice).toBe(minutes[i - 1]?.closePrice ?? openPrice);
          }
          for (const period of periods) {
            expect(Number(exchange.klines(pair, period, 1)[0]?.closePrice)).toBe(initialPrice / 10 ** priceScale);
          }
          const deals = exchange.deals(pair, 200);
          expect(Number(deals[0]?.price)).toBe(initialPrice / 10 ** priceScale);
          const times = deals.map(({ tradedAtMs }) => tradedAtMs);
          expect(times).toEqual(times.toSorted((one, other) => other - one));
          expect(times[0]).toBeLessThanOrEqual(now);
          expect(new Set(deals.map(({ dealId }) => dealId)).size).toBe(deals.length);
        }
      },
    ),
    {
      numRuns: 12,
    },
  ));

describe("a history", () => {
  const now = Date.UTC(2026, 0, 15, 13, 7, 31, 250);

  it("of 400 days agrees too, reaches back so far, and has as many candles as can be asked for", () => {
    const exchange = withHistory(3, now, 400 * dayMs - dayMs * 40);
    expect(expectAgreement(exchange, "4BTC_USDT")).toBeGreaterThan(2000);
    for (const period of ["1min", "5min", "15min", "1hour", "2hour", "6hour"] as const) {
      expect(exchange.klines("4BTC_USDT", period, 1000), period).toHaveLength(1000);
    }
    expect(exchange.klines("4BTC_USDT", "day", 1000)).toHaveLength(361);
    expect(exchange.tagPriceKlines("4BTC_USDT", 1000)).toHaveLength(1000);
    expect(exchange.deals("4BTC_USDT", 200)).toHaveLength(200);
    expect(Number(exchange.ticker("4BTC_USDT")?.volume)).toBeGreaterThan(0);
  });

  it("follows from the seed", () => {
    const textOf = (seed: number): string => canonicalText(withHistory(seed, now, dayMs).state);
    expect(textOf(5)).toBe(textOf(5));
    expect(withHistory(5, now, dayMs).klines("4BTC_USDT", "1hour", 5)).not.toEqual(
      withHistory(6, now, dayMs).klines("4BTC_USDT", "1hour", 5),
    );
  });

  it("looks like a market: a day moves by some per cent, and quiet hours follow restless ones", () => {
    const moves = Array.from({ length: 20 }, (_, seed) => {
      const days = withHistory(seed, now, 10 * dayMs).klines("4BTC_USDT", "day", 9);
      return days.map(({ openPrice, closePrice }) => Math.abs(Number(closePrice) / Number(openPrice) - 1));
    }).flat();
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length;
    expect(mean).toBeGreaterThan(0.01);
    expect(mean).toBeLessThan(0.06);
  });

  it("goes over into live trades: they extend its last minute, and change nothing before it", () => {
    const exchange = withHistory(1, now, dayMs);
    const before = exchange.klines("4BTC_USDT", "1min", 100);
    for (let at = now; at < now + 20_000; at += 100) {
      exchange.apply({ kind: "tick" }, at);
    }
    const after = exchange.klines("4BTC_USDT", "1min", 100);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)?.openPrice).toBe(before.at(-1)?.openPrice);
    expect(after.at(-1)?.dealCount).toBeGreaterThan(before.at(-1)?.dealCount ?? 0);
    const [latest] = exchange.deals("4BTC_USDT", 1);
    expect(Math.abs(Number(latest?.price) / Number(before.at(-1)?.closePrice) - 1)).toBeLessThan(0.005);
  });

  it("is made once, and not for a market that somebody outside makes", () => {
    const exchange = withHistory(1, now, dayMs);
    const text = canonicalText(exchange.state);
    exchange.apply({ kind: "make-history", ms: dayMs }, now);
    expect(canonicalText(exchange.state)).toBe(text);
    const fed = new Exchange({ seed: 1, markets, source: "feed" });
    fed.apply({ kind: "make-history", ms: dayMs }, now);
    expect(fed.klines("4BTC_USDT", "1min", 10)).toEqual([]);
  });

  it("is made for every market of the venue", () => {
    const all = wholeVenue().map((pair) => marketOf(pair) as Market);
    const exchange = new Exchange({ seed: 1, markets: all });
    exchange.apply({ kind: "make-history", ms: 2 * dayMs }, now);
    for (const { pair } of all) {
      expect(exchange.klines(pair, "1hour", 100), pair).toHaveLength(49);
    }
  });
});
