import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { emptyPage } from "../spec-support/desk-scene.js";
import { fakeAccelerator } from "../spec-support/fake-accelerator.js";
import { type Candle, joined, loadCandles, periods, series, withTrade } from "./candle-data.js";

beforeEach(emptyPage);
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

function candle(openedAtMs: number, closePrice: string): Candle {
  return { openedAtMs, openPrice: "10", highPrice: "12", lowPrice: "9", closePrice, volume: "0.1" };
}

function trade(price: string, tradedAtMs: number) {
  return { price, quantity: "0.2", side: "buy", tradedAtMs };
}

it("a trade moves the newest candle, exactly", () => {
  const [first, second] = withTrade([candle(0, "10"), candle(minute, "11")], trade("12.5", minute + 1), minute);
  expect(first).toEqual(candle(0, "10"));
  expect(second).toEqual({ ...candle(minute, "12.5"), highPrice: "12.5", volume: "0.3" });
});

it("a trade of the next period begins a candle, one of an earlier period changes nothing", () => {
  const candles = [candle(minute, "11")];
  expect(withTrade(candles, trade("8", 2 * minute + 5), minute)[1]).toMatchObject({
    openedAtMs: 2 * minute,
    openPrice: "8",
    volume: "0.2",
  });
  expect(withTrade(candles, trade("8", 5), minute)).toBe(candles);
});

it("the venue's candles take the place of those that trades made", () => {
  const made = [candle(0, "1"), candle(minute, "2"), candle(2 * minute, "3")];
  const told = [candle(minute, "20"), candle(2 * minute, "30")];
  expect(joined(made, told).map(({ closePrice }) => closePrice)).toEqual(["1", "20", "30"]);
  expect(joined(made, [])).toBe(made);
});

it("a trade makes a candle's range wider, never narrower", () => {
  const moved = (price: string): unknown => withTrade([candle(0, "10")], trade(price, 1), minute)[0];
  expect(moved("11")).toEqual({ ...candle(0, "11"), volume: "0.3" });
  expect(moved("8.9")).toEqual({ ...candle(0, "8.9"), lowPrice: "8.9", volume: "0.3" });
  expect(moved("12.00")).toMatchObject({ highPrice: "12", closePrice: "12.00" });
  expect(moved("9.0")).toMatchObject({ lowPrice: "9", closePrice: "9.0" });
});

it("a candle that a trade begins is of that trade alone, and opens where its period does", () => {
  const [, begun] = withTrade([candle(0, "10")], trade("8", 3 * minute - 1), minute);
  const all = { openPrice: "8", highPrice: "8", lowPrice: "8", closePrice: "8" };
  expect(begun).toEqual({ openedAtMs: 2 * minute, ...all, volume: "0.2" });
  const none: readonly Candle[] = [];
  expect(withTrade(none, trade("8", 1), minute)).toBe(none);
});

it("periods last as long as they are called", () => {
  expect(periods).toEqual({
    "1min": minute,
    "5min": 5 * minute,
    "15min": 15 * minute,
    "1hour": 60 * minute,
    "4hour": 240 * minute,
    day: 1_440 * minute,
  });
});

const wanted = (): boolean => true;

it("all candles are asked for first, then the newest alone", async () => {
  let klines = [candle(0, "1"), candle(minute, "2")];
  const asked = fakeAccelerator(() => ({ klines }));
  vi.setSystemTime(1_000_000);
  expect(await loadCandles("4BTC_USDT", "1min", wanted)).toBe(true);
  expect(series.value).toEqual({ pair: "4BTC_USDT", period: "1min", candles: klines, checkedAtMs: 1_000_000 });
  klines = [candle(minute, "20"), candle(2 * minute, "3")];
  vi.setSystemTime(1_005_000);
  await loadCandles("4BTC_USDT", "1min", wanted);
  expect(series.value.candles).toEqual([candle(0, "1"), ...klines]);
  await loadCandles("4BTC_USDT", "5min", wanted);
  await loadCandles("4ETH_USDT", "5min", wanted);
  expect(series.value).toMatchObject({ pair: "4ETH_USDT", period: "5min", candles: klines });
  series.value = { ...series.value, candles: [] };
  await loadCandles("4ETH_USDT", "5min", wanted);
  expect(asked.map(({ what }) => what)).toEqual([
    "GET /klines/4BTC_USDT/1min?limit=500",
    "GET /klines/4BTC_USDT/1min?limit=3",
    "GET /klines/4BTC_USDT/5min?limit=500",
    "GET /klines/4ETH_USDT/5min?limit=500",
    "GET /klines/4ETH_USDT/5min?limit=500",
  ]);
});

it.each([
  [5_000, "1min", 3],
  [60_000, "1min", 3],
  [61_000, "1min", 4],
  [10 * minute, "1min", 12],
  [10 * minute, "5min", 4],
  [600 * minute, "1min", 500],
])("after %i milliseconds without a look, the newest candles of %s are %i", async (spanMs, period, limit) => {
  const asked = fakeAccelerator(() => ({ klines: [] }));
  vi.setSystemTime(spanMs + 7);
  series.value = { pair: "4BTC_USDT", period, candles: [candle(0, "1")], checkedAtMs: 7 };
  await loadCandles("4BTC_USDT", period, wanted);
  expect(asked.map(({ what }) => what)).toEqual([`GET /klines/4BTC_USDT/${period}?limit=${limit}`]);
  expect(series.value.checkedAtMs).toBe(spanMs + 7);
});

it("candles that do not come, or that nobody wants any more, change nothing", async () => {
  fakeAccelerator(() => ({ klines: [candle(0, "1")] }));
  await loadCandles("4BTC_USDT", "1min", wanted);
  const before = series.value;
  fakeAccelerator(() => undefined);
  expect(await loadCandles("4BTC_USDT", "1min", wanted)).toBe(false);
  expect(series.value).toBe(before);
  // Another pair is looked at by then.
  fakeAccelerator(() => ({ klines: [candle(0, "9")] }));
  expect(await loadCandles("4ETH_USDT", "1min", () => false)).toBe(false);
  expect(series.value).toBe(before);
});
