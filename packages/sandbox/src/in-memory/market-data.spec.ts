import {
  contractMarket,
  dealsOf,
  klinesOf,
  marketOf,
  periodStart,
  tagPriceKlinesOf,
  tickerOf,
} from "@depthwire/exchange/internal";
import { describe, expect, it } from "vitest";
import { inverseMarket, linearMarket, VenueKit } from "../../../exchange/src/spec-support/venue-kit.js";
import { createInMemoryExchange } from "../in-memory.js";

/** A whole minute. */
const minuteMs = 1_700_000_040_000;

function kitAt(now: number): VenueKit {
  const kit = new VenueKit([linearMarket, inverseMarket]);
  kit.now = now;
  return kit;
}

/** Two agents trade; they need no money. */
function trade(kit: VenueKit, quantity: string, price: string): void {
  kit.trade(901, "open-long", 902, "open-short", quantity, price);
}

describe("candles", () => {
  it("begin with the first trade and follow every further one", () => {
    const kit = kitAt(minuteMs + 5000);
    expect(klinesOf(kit.exchange.state, "4BTC_USDT", "1min", 10)).toEqual([]);
    trade(kit, "0.5", "40000");
    trade(kit, "0.25", "40100.5");
    trade(kit, "0.1", "39990");
    expect(klinesOf(kit.exchange.state, "4BTC_USDT", "1min", 10)).toEqual([
      {
        openedAtMs: minuteMs,
        openPrice: "40000.0",
        highPrice: "40100.5",
        lowPrice: "39990.0",
        closePrice: "39990.0",
        volume: "0.85",
        dealCount: 3,
      },
    ]);
  });

  it("stand still where nothing was traded", () => {
    const kit = kitAt(minuteMs);
    trade(kit, "0.5", "40000");
    kit.pass(180_000);
    trade(kit, "0.5", "40200");
    const klines = klinesOf(kit.exchange.state, "4BTC_USDT", "1min", 1000) ?? [];
    expect(klines.map((one) => [one.openedAtMs - minuteMs, one.openPrice, one.closePrice, one.volume])).toEqual([
      [0, "40000.0", "40000.0", "0.5"],
      [60_000, "40000.0", "40000.0", "0"],
      [120_000, "40000.0", "40000.0", "0"],
      [180_000, "40200.0", "40200.0", "0.5"],
    ]);
    expect(klinesOf(kit.exchange.state, "4BTC_USDT", "1min", 2)).toEqual(klines.slice(2));
  });

  it("lie on whole periods of UTC, and weeks begin on Mondays", () => {
    const at = Date.UTC(2026, 0, 1, 13, 47, 59, 999);
    expect(periodStart("1min", at)).toBe(Date.UTC(2026, 0, 1, 13, 47));
    expect(periodStart("15min", at)).toBe(Date.UTC(2026, 0, 1, 13, 45));
    expect(periodStart("6hour", at)).toBe(Date.UTC(2026, 0, 1, 12));
    expect(periodStart("day", at)).toBe(Date.UTC(2026, 0, 1));
    expect(periodStart("week", at)).toBe(Date.UTC(2025, 11, 29));
    expect(periodStart("week", Date.UTC(2025, 11, 29))).toBe(Date.UTC(2025, 11, 29));
    expect(periodStart("week", Date.UTC(2025, 11, 29) - 1)).toBe(Date.UTC(2025, 11, 22));
  });

  it("of the tag price go from price to price without a gap", () => {
    const kit = kitAt(minuteMs + 1000);
    kit.setIndex("40100");
    kit.pass(60_000);
    kit.setIndex("39900");
    kit.pass(60_000);
    const klines = tagPriceKlinesOf(kit.exchange.state, "4BTC_USDT", 10) ?? [];
    expect(klines.map((one) => [one.openPrice, one.highPrice, one.lowPrice, one.closePrice, one.volume])).toEqual([
      ["40100.0", "40100.0", "40100.0", "40100.0", "0"],
      ["40100.0", "40100.0", "39900.0", "39900.0", "0"],
      ["39900.0", "39900.0", "39900.0", "39900.0", "0"],
    ]);
  });

  it("are there for contracts and spot alike, and for no other pair", () => {
    const { exchange, advance } = createInMemoryExchange({ pairs: ["4BTC_USDT", "5BTC_USD", "BTC_USDT"] });
    advance(60_000);
    for (const { pair } of exchange.markets) {
      expect(exchange.klines(pair, "1min", 10).length).toBeGreaterThan(0);
    }
    expect(exchange.klines("4NONE_USDT", "1min", 10)).toEqual([]);
    expect(exchange.tagPriceKlines("BTC_USDT", 10)).toEqual([]);
    expect(exchange.tagPriceKlines("5BTC_USD", 10).length).toBeGreaterThan(0);
  });
});

describe("deals", () => {
  it("are the latest trades, newest first, with the taker's direction", () => {
    const kit = kitAt(minuteMs);
    trade(kit, "0.5", "40000");
    kit.now += 7;
    kit.trade(901, "open-short", 902, "open-long", "0.25", "39999.9");
    expect(dealsOf(kit.exchange.state, "4BTC_USDT", 200)).toEqual([
      {
        pair: "4BTC_USDT",
        price: "39999.9",
        quantity: "0.25",
        tradedAtMs: minuteMs + 7,
        side: "sell",
        dealId: "11258999068426242",
      },
      {
        pair: "4BTC_USDT",
        price: "40000.0",
        quantity: "0.5",
        tradedAtMs: minuteMs,
        side: "buy",
        dealId: "11258999068426241",
      },
    ]);
    expect(dealsOf(kit.exchange.state, "4BTC_USDT", 1)?.length).toBe(1);
  });

  it("of the last 200 trades are held", () => {
    const kit = kitAt(minuteMs);
    for (let i = 0; i < 450; i++) {
      trade(kit, "0.1", String(40_000 + i));
    }
    const deals = dealsOf(kit.exchange.state, "4BTC_USDT", 200) ?? [];
    expect(deals.map(({ price }) => price)).toEqual(Array.from({ length: 200 }, (_, i) => `${40_449 - i}.0`));
  });
});

describe("the ticker", () => {
  it("has the figures of 24 hours, the best quotes and the worth in dollars and yuan", () => {
    const kit = kitAt(minuteMs);
    trade(kit, "0.5", "40000");
    kit.pass(3_600_000);
    trade(kit, "1", "41000");
    trade(kit, "0.25", "38867.8");
    kit.place(901, { side: "open-long", quantity: "2.5", price: "38867" });
    kit.place(902, { side: "open-short", quantity: "0.0001", price: "38868" });
    expect(tickerOf(kit.exchange.state, "4BTC_USDT")).toEqual({
      pair: "4BTC_USDT",
      openPrice: "40000.0",
      highPrice: "41000.0",
      lowPrice: "38867.8",
      lastPrice: "38867.8",
      priceChange: "-1132.2",
      // 2.8305 %
      percentChange: "-2.83",
      volume: "1.75",
      turnover: "70716.95",
      bestBidPrice: "38867.0",
      bestBidQuantity: "2.5",
      bestAskPrice: "38868.0",
      bestAskQuantity: "0.0001",
      lastPriceCny: "242379.60",
      baseLastPriceCny: "242379.60080000",
      highPriceCny: "255676.00",
      lowPriceCny: "242379.60",
      lastPriceUsd: "38867.80",
      highPriceUsd: "41000.00",
      lowPriceUsd: "38867.80",
      updatedAtMs: minuteMs + 3_600_000,
    });
  });

  it("forgets a minute after 1440 of them, and keeps its close as the price where the day began", () => {
    const kit = kitAt(minuteMs + 30_000);
    trade(kit, "1", "40000");
    kit.pass(60_000);
    trade(kit, "2", "40400");
    kit.now = minuteMs + 1440 * 60_000 - 1;
    kit.pass(0);
    expect(tickerOf(kit.exchange.state, "4BTC_USDT")).toMatchObject({
      volume: "3",
      lowPrice: "40000.0",
      percentChange: "1.00",
    });
    kit.pass(1);
    expect(tickerOf(kit.exchange.state, "4BTC_USDT")).toMatchObject({
      volume: "2",
      lowPrice: "40400.0",
      percentChange: "1.00",
    });
    kit.pass(60_000);
    expect(tickerOf(kit.exchange.state, "4BTC_USDT")).toMatchObject({
      volume: "0",
      lowPrice: "40400.0",
      highPrice: "40400.0",
      percentChange: "0.00",
    });
  });

  it.each([
    ["40000", "40002", "0.01"],
    ["40000", "39998", "-0.01"],
    ["40000", "40001.9", "0.00"],
    ["40000", "79999", "100.00"],
  ])("rounds the change from %s to %s to %s %%", (from, to, percent) => {
    const kit = kitAt(minuteMs);
    trade(kit, "1", from);
    trade(kit, "1", to);
    expect(tickerOf(kit.exchange.state, "4BTC_USDT")?.percentChange).toBe(percent);
  });

  it("of a market without trades and orders has zeros where nobody is", () => {
    expect(tickerOf(kitAt(minuteMs).exchange.state, "5BTC_USD")).toMatchObject({
      lastPrice: "40000.0",
      percentChange: "0.00",
      volume: "0",
      bestBidPrice: "0",
      bestAskQuantity: "0",
    });
    expect(tickerOf(kitAt(minuteMs).exchange.state, "4NONE_USDT")).toBeUndefined();
  });

  it("tells the dollars of a price in coins by the index of that coin, or by the list", () => {
    const ratio = marketOf("ETH_BTC") ?? linearMarket;
    const alone = new VenueKit([ratio]);
    expect(tickerOf(alone.exchange.state, "ETH_BTC")).toMatchObject({
      lastPrice: "0.082573",
      lastPriceUsd: "3942.167136",
    });
    const btc = contractMarket("4BTC_USDT") ?? linearMarket;
    const both = new VenueKit([ratio, btc]);
    both.setIndex("50000", btc);
    expect(tickerOf(both.exchange.state, "ETH_BTC")).toMatchObject({
      lastPriceUsd: "4128.650000",
      lastPriceCny: "25746.261400",
    });
  });
});
