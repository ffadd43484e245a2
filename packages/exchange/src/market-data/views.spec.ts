import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { isBarPeriod, longPeriods, periodStart } from "./period.js";

const [a, b] = [1001, 1002];
const pair = "4BTC_USDT";
const minute = 60_000;
/** The beginning of a minute, 20 s before the kit's time. */
const opened = 1_699_999_980_000;

function traded(market: Market = linearMarket, ...prices: readonly string[]): VenueKit {
  const venue = new VenueKit([market]);
  for (const account of [a, b]) {
    venue.fund(account, "100000");
  }
  for (const price of prices) {
    venue.now += 1000;
    venue.trade(a, "open-long", b, "open-short", "0.1", price);
  }
  return venue;
}

describe("a ticker", () => {
  it("has the figures of 24 hours, the best quotes, and what the price is in other currencies", () => {
    const venue = traded(linearMarket, "40000", "41000", "39000");
    venue.place(a, { side: "open-long", quantity: "0.02", price: "38999.9" });
    venue.place(b, { side: "open-short", quantity: "0.03", price: "39000.1" });
    venue.place(b, { side: "open-short", quantity: "0.03", price: "39000.1" });
    expect(venue.exchange.ticker(pair)).toEqual({
      pair,
      openPrice: "40000.0",
      highPrice: "41000.0",
      lowPrice: "39000.0",
      lastPrice: "39000.0",
      priceChange: "-1000.0",
      percentChange: "-2.50",
      volume: "0.3",
      turnover: "12000",
      bestBidPrice: "38999.9",
      bestBidQuantity: "0.02",
      bestAskPrice: "39000.1",
      bestAskQuantity: "0.06",
      lastPriceCny: "243204.00",
      baseLastPriceCny: "243204.00000000",
      highPriceCny: "255676.00",
      lowPriceCny: "243204.00",
      lastPriceUsd: "39000.00",
      highPriceUsd: "41000.00",
      lowPriceUsd: "39000.00",
      updatedAtMs: venue.now,
    });
  });

  it("of a market in which nobody trades or waits stands still", () => {
    expect(traded().exchange.ticker(pair)).toMatchObject({
      openPrice: "40000.0",
      lastPrice: "40000.0",
      priceChange: "0.0",
      percentChange: "0.00",
      volume: "0",
      turnover: "0",
      bestBidPrice: "0",
      bestBidQuantity: "0",
      bestAskPrice: "0",
      bestAskQuantity: "0",
    });
    expect(traded().exchange.ticker("4XXX_USDT")).toBeUndefined();
  });

  it.each([
    ["2000.1", "0.01"],
    ["1999.9", "-0.01"],
    ["2000.4", "0.02"],
    ["2001", "0.05"],
  ])("from 2000 to %s has changed by %s %%, a half away from zero", (price, change) => {
    const venue = traded({ ...linearMarket, initialPrice: 20_000 }, "2000", price);
    expect(venue.exchange.ticker(pair)).toMatchObject({ percentChange: change });
  });

  it("forgets what is more than 24 hours old, but not the price at which they began", () => {
    const venue = traded(linearMarket, "40000", "41000");
    venue.pass(1439 * minute);
    expect(venue.exchange.ticker(pair)).toMatchObject({ openPrice: "40000.0", highPrice: "41000.0", volume: "0.2" });
    venue.trade(a, "open-long", b, "open-short", "0.1", "40500");
    venue.pass(minute);
    expect(venue.exchange.ticker(pair)).toMatchObject({
      openPrice: "41000.0",
      highPrice: "40500.0",
      lowPrice: "40500.0",
      volume: "0.1",
      percentChange: "-1.22",
    });
  });
});

describe("candles", () => {
  const shown = (venue: VenueKit, size: number, period: "1min" | "1hour" = "1min") =>
    venue.exchange.klines(pair, period, size);

  it("have open, high, low and close of their minute, oldest first, and stand still where nobody trades", () => {
    const venue = traded(linearMarket, "40000", "41000", "39000", "39500");
    venue.now = opened + 2 * minute;
    venue.trade(a, "open-long", b, "open-short", "0.1", "39600");
    const still = { openPrice: "39500.0", highPrice: "39500.0", lowPrice: "39500.0", closePrice: "39500.0" };
    const first = {
      openedAtMs: opened,
      openPrice: "40000.0",
      highPrice: "41000.0",
      lowPrice: "39000.0",
      closePrice: "39500.0",
      volume: "0.4",
      dealCount: 4,
    };
    const latest = { openPrice: "39600.0", highPrice: "39600.0", lowPrice: "39600.0", closePrice: "39600.0" };
    expect(shown(venue, 10)).toEqual([
      first,
      { openedAtMs: opened + minute, ...still, volume: "0", dealCount: 0 },
      { openedAtMs: opened + 2 * minute, ...latest, volume: "0.1", dealCount: 1 },
    ]);
    expect(shown(venue, 2).map(({ openedAtMs }) => openedAtMs)).toEqual([opened + minute, opened + 2 * minute]);
    expect(shown(venue, 10, "1hour")).toMatchObject([
      {
        openPrice: "40000.0",
        highPrice: "41000.0",
        lowPrice: "39000.0",
        closePrice: "39600.0",
        volume: "0.5",
        dealCount: 5,
      },
    ]);
    expect(venue.exchange.klines("4XXX_USDT", "1min", 10)).toEqual([]);
  });

  it("of the tag price follow it, and are of contracts alone", () => {
    const { terms: _, ...plain } = linearMarket;
    const venue = new VenueKit([linearMarket, { ...plain, pair: "BTC_USDT", family: "spot" }]);
    venue.setIndex("41000");
    venue.setIndex("39000");
    venue.setIndex("39500");
    expect(venue.exchange.tagPriceKlines(pair, 1)).toMatchObject([
      {
        openedAtMs: opened,
        highPrice: "41000.0",
        lowPrice: "39000.0",
        closePrice: "39500.0",
        volume: "0",
        dealCount: 0,
      },
    ]);
    expect(venue.exchange.tagPriceKlines("BTC_USDT", 1)).toEqual([]);
    expect(venue.exchange.tagPriceKlines("4XXX_USDT", 1)).toEqual([]);
  });

  it("begin with whole periods of UTC, weeks with Mondays", () => {
    const atMs = Date.UTC(2026, 10, 29, 23, 58, 17);
    const starts = (["1min", ...longPeriods] as const).map((period) => [
      period,
      new Date(periodStart(period, atMs)).toISOString().slice(0, 16),
    ]);
    expect(Object.fromEntries(starts)).toEqual({
      "1min": "2026-11-29T23:58",
      "3min": "2026-11-29T23:57",
      "5min": "2026-11-29T23:55",
      "15min": "2026-11-29T23:45",
      "30min": "2026-11-29T23:30",
      "1hour": "2026-11-29T23:00",
      "2hour": "2026-11-29T22:00",
      "4hour": "2026-11-29T20:00",
      "6hour": "2026-11-29T18:00",
      "12hour": "2026-11-29T12:00",
      day: "2026-11-29T00:00",
      week: "2026-11-23T00:00",
    });
    expect(["1min", "week", "1year", "toString"].map(isBarPeriod)).toEqual([true, true, false, false]);
  });
});

describe("public trades", () => {
  it("are shown newest first, with the direction of who came", () => {
    const venue = traded(linearMarket, "40000", "40001");
    venue.place(a, { side: "close-long", quantity: "0.05", price: "40002" });
    venue.place(b, { side: "close-short", quantity: "0.05", price: "40002" });
    venue.place(b, { side: "close-short", quantity: "0.05", price: "40003" });
    venue.place(a, { side: "close-long", quantity: "0.05", price: "40003" });
    const deals = venue.exchange.deals(pair, 3);
    const dealId = expect.stringMatching(/^[0-9]{17}$/);
    expect(deals).toEqual([
      { pair, price: "40003.0", quantity: "0.05", tradedAtMs: venue.now, side: "sell", dealId },
      { pair, price: "40002.0", quantity: "0.05", tradedAtMs: venue.now, side: "buy", dealId },
      { pair, price: "40001.0", quantity: "0.1", tradedAtMs: venue.now, side: "buy", dealId },
    ]);
    expect(venue.exchange.deals(pair, 200)).toHaveLength(4);
    expect(venue.exchange.deals("4XXX_USDT", 3)).toEqual([]);
  });
});

it("a market that is priced in dollars is worth as much in them, one in a coin what its index says", () => {
  const { terms: _, ...plain } = linearMarket;
  const inBitcoin: Market = {
    ...plain,
    pair: "ETH_BTC",
    family: "spot",
    coin: "ETH",
    currency: "BTC",
    priceScale: 6,
    initialPrice: 50_000,
  };
  const venue = new VenueKit([inverseMarket, inBitcoin]);
  venue.setIndex("44000", inverseMarket);
  expect(venue.exchange.ticker("5BTC_USD")).toMatchObject({ lastPriceUsd: "40000.00", lastPriceCny: "249440.00" });
  // 0.05 × 44000
  expect(venue.exchange.ticker("ETH_BTC")).toMatchObject({ lastPrice: "0.050000", lastPriceUsd: "2200.000000" });
});

it.each(["USDT", "USD", "DAI", "USDC", "GUSD"])("a price in %s is one in dollars", (currency) => {
  const { terms: _, ...plain } = linearMarket;
  const venue = new VenueKit([{ ...plain, pair: `ETH_${currency}`, family: "spot", coin: "ETH", currency }]);
  expect(venue.exchange.ticker(`ETH_${currency}`)).toMatchObject({
    lastPriceUsd: "40000.00",
    lastPriceCny: "249440.00",
  });
});
