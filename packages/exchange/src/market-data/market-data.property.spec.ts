import { klinePeriodMs } from "@depthwire/schema";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Trade } from "../event/event.js";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import type { MarketState } from "../state/exchange-state.js";
import { type Bar, flatBar } from "./bar.js";
import { barsOf } from "./klines.js";
import { createMarketData, type MarketData, noteTrade } from "./market-data.js";
import { type BarPeriod, longPeriods, periodStart } from "./period.js";
import { dayFigures } from "./ticker.js";

/** A Wednesday. */
const startMs = Date.UTC(2025, 11, 31, 23, 58, 17, 345);

interface Given {
  readonly atMs: number;
  readonly price: number;
  readonly quantity: number;
}

/** Trades with pauses from none to days. */
const trades = fc
  .array(
    fc.record({
      pauseMs: fc.oneof(fc.nat({ max: 5000 }), fc.nat({ max: 400_000 }), fc.nat({ max: 60_000_000 })),
      price: fc.integer({ min: 1, max: 1000 }),
      quantity: fc.integer({ min: 1, max: 50 }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps): readonly Given[] => {
    let atMs = startMs;
    return steps.map(({ pauseMs, price, quantity }) => {
      atMs += pauseMs;
      return { atMs, price, quantity };
    });
  });

function tradeOf({ atMs, price, quantity }: Given, tradeId: number): Trade {
  const parties = { takerOrderId: 1, takerAccount: 1, makerOrderId: 2, makerAccount: 2 } as const;
  const pair = "4BTC_USDT";
  return { kind: "trade", tradeId, pair, price, quantity, takerDirection: "buy", tradedAtMs: atMs, ...parties };
}

function dataOf(given: readonly Given[]): MarketData {
  const data = createMarketData();
  given.forEach((one, i) => {
    noteTrade(data, tradeOf(one, i));
  });
  return data;
}

/** The bars of a period straight from the trades. */
function bruteBars(given: readonly Given[], period: BarPeriod, size: number, now: number): Bar[] {
  const first = given[0] as Given;
  const bars: Bar[] = [];
  let close = first.price;
  for (let at = periodStart(period, first.atMs); at <= now; at += klinePeriodMs[period]) {
    const inside = given.filter(({ atMs }) => atMs >= at && atMs < at + klinePeriodMs[period]);
    const prices = inside.map(({ price }) => price);
    const bar = flatBar(at, prices[0] ?? close);
    bar.high = Math.max(bar.open, ...prices);
    bar.low = Math.min(bar.open, ...prices);
    bar.close = prices.at(-1) ?? close;
    bar.volume = inside.reduce((sum, { quantity }) => sum + quantity, 0);
    bar.turnover = inside.reduce((sum, { price, quantity }) => sum + BigInt(price * quantity), 0n);
    bar.deals = inside.length;
    close = bar.close;
    bars.push(bar);
  }
  return bars.slice(-size);
}

it("the bars of every period are what its trades say", () => {
  const periods = fc.constantFrom<BarPeriod>("1min", ...longPeriods);
  fc.assert(
    fc.property(
      trades,
      periods,
      fc.integer({ min: 1, max: 40 }),
      fc.nat({ max: 300_000 }),
      (given, period, size, later) => {
        const now = (given.at(-1) as Given).atMs + later;
        expect(barsOf(dataOf(given), period, size, now)).toEqual(bruteBars(given, period, size, now));
      },
    ),
    { numRuns: 150 },
  );
});

function merged(minutes: readonly Bar[], period: BarPeriod): Bar[] {
  const groups = new Map<number, Bar[]>();
  for (const bar of minutes) {
    const openedAtMs = periodStart(period, bar.openedAtMs);
    groups.set(openedAtMs, [...(groups.get(openedAtMs) ?? []), bar]);
  }
  return [...groups].map(([openedAtMs, all]) => {
    // A minute that stood still opens nothing: a longer period opens with its first trade.
    const traded = all.filter(({ deals }) => deals > 0);
    return { openedAtMs, ...foldOf(traded.length === 0 ? all : traded) };
  });
}

function foldOf(bars: readonly Bar[]): Omit<Bar, "openedAtMs"> {
  return {
    open: (bars[0] as Bar).open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: (bars.at(-1) as Bar).close,
    volume: bars.reduce((sum, { volume }) => sum + volume, 0),
    turnover: bars.reduce((sum, { turnover }) => sum + turnover, 0n),
    deals: bars.reduce((sum, { deals }) => sum + deals, 0),
  };
}

it("the bars of every period are the fold of the minutes", () => {
  fc.assert(
    fc.property(trades, (given) => {
      const recent = given.filter(({ atMs }) => atMs < startMs + 900 * 60_000);
      const now = (recent.at(-1) ?? (given[0] as Given)).atMs;
      const data = dataOf(recent.length === 0 ? given.slice(0, 1) : recent);
      const minutes = barsOf(data, "1min", 1000, now);
      for (const period of longPeriods) {
        expect(barsOf(data, period, 1000, now)).toEqual(merged(minutes, period));
      }
    }),
    { numRuns: 60 },
  );
});

it("24-hour figures are what the trades of those minutes say", () => {
  const found = new VenueKit([linearMarket]).exchange.state.markets.get("4BTC_USDT") as MarketState;
  fc.assert(
    fc.property(trades, fc.nat({ max: 90_000_000 }), (given, later) => {
      const now = (given.at(-1) as Given).atMs + later;
      const fromMs = periodStart("1min", now) - 1439 * 60_000;
      const inside = given.filter(({ atMs }) => atMs >= fromMs);
      const prices = inside.map(({ price }) => price);
      const last = (given.at(-1) as Given).price;
      const before = given.findLast(({ atMs }) => atMs < fromMs)?.price;
      expect(dayFigures({ ...found, data: dataOf(given), lastPrice: last }, now)).toEqual({
        open: prices.length === 0 ? last : (before ?? prices[0]),
        high: Math.max(...(prices.length === 0 ? [last] : prices)),
        low: Math.min(...(prices.length === 0 ? [last] : prices)),
        last,
        volume: inside.reduce((sum, { quantity }) => sum + quantity, 0),
        turnover: inside.reduce((sum, { price, quantity }) => sum + BigInt(price * quantity), 0n),
      });
    }),
    { numRuns: 300 },
  );
});

it("memory is bounded, and what is held is enough for every query", () => {
  const given = Array.from(
    { length: 4000 },
    (_, i): Given => ({ atMs: startMs + i * 61_000, price: 1 + (i % 7), quantity: 1 }),
  );
  const data = dataOf(given);
  const now = startMs + 4000 * 61_000;
  expect(data.minutes.length).toBeLessThan(1600);
  expect(data.longer["3min"].length).toBeLessThan(1100);
  expect(data.deals.length).toBeLessThan(400);
  expect(barsOf(data, "1min", 1000, now)).toEqual(bruteBars(given, "1min", 1000, now));
  expect(barsOf(data, "3min", 1000, now)).toEqual(bruteBars(given, "3min", 1000, now));
});
