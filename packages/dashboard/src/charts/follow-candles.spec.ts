import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { link, status, trades } from "../data/desk.js";
import { pair, period } from "../data/settings.js";
import type { Trade } from "../data/wire.js";
import { emptyPage, statusOf } from "../spec-support/desk-scene.js";
import { type Candle, series } from "./candle-data.js";
import { followCandles, isReplay } from "./follow-candles.js";

const minuteMs = 60_000;

beforeEach(emptyPage);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow(answer: (path: string) => Promise<Response>) {
  const fetched = vi.fn(answer);
  const page = { hidden: false };
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  vi.stubGlobal("fetch", fetched);
  status.value = statusOf({ books: [] });
  link.value = { kind: "live", sinceMs: 0 };
  pair.value = "4BTC_USDT";
  const end = followCandles();
  onTestFinished(end);
  return { fetched, end, page };
}

it("candles that are refused are asked for more and more rarely", async () => {
  const { fetched } = follow(async () => new Response("{}", { status: 401 }));
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(fetched.mock.calls.length).toBeGreaterThan(2);
  expect(fetched.mock.calls.length).toBeLessThan(16);
});

it("candles are not asked for while the line is away, and again once it is back", async () => {
  const answers: (() => void)[] = [];
  const { fetched, end } = follow(
    () => new Promise((_, reject) => answers.push(() => reject(new Error("nobody is there")))),
  );
  link.value = { kind: "silent", sinceMs: 0 };
  // One that was on its way ends after the line did.
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(fetched).toHaveBeenCalledTimes(1);
  link.value = { kind: "live", sinceMs: 0 };
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(2);
  end();
  answers.shift()?.();
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(fetched).toHaveBeenCalledTimes(2);
});

function candle(openedAtMs: number, closePrice: string): Candle {
  return { openedAtMs, openPrice: "10", highPrice: "12", lowPrice: "9", closePrice, volume: "0.1" };
}

function trade(price: string, tradedAtMs: number): Trade {
  return { price, quantity: "0.2", side: "buy", tradedAtMs };
}

/** The venue's answer: one candle, of the first minute. */
const oneCandle = async (): Promise<Response> => Response.json({ klines: [candle(0, "10")] });

function closes(): readonly string[] {
  return series.value.candles.map(({ closePrice }) => closePrice);
}

it("waits a second for candles that did not come, then twice as long each time, ten seconds at most", async () => {
  const { fetched } = follow(async () => new Response("{}", { status: 401 }));
  const times: number[] = [];
  for (let second = 0; second < 40; second++) {
    const before = fetched.mock.calls.length;
    await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1_000);
    times.push(...(fetched.mock.calls.length > before || second === 0 ? [second] : []));
  }
  expect(times).toEqual([0, 1, 3, 7, 15, 25, 35]);
});

it("holds candles that came against the venue's every five seconds, and is patient anew after each", async () => {
  let isThere = false;
  const { fetched } = follow(async () => (isThere ? oneCandle() : new Response("{}", { status: 500 })));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetched).toHaveBeenCalledTimes(3);
  isThere = false;
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toHaveBeenCalledTimes(5);
});

it("what is not known yet is no recording", () => {
  expect(isReplay.value).toBe(false);
});

it("asks for nothing while no pair is looked at, while the page is hidden, or of a recording", async () => {
  const { fetched, page } = follow(oneCandle);
  await vi.advanceTimersByTimeAsync(0);
  pair.value = "";
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(fetched).toHaveBeenCalledTimes(1);
  page.hidden = true;
  pair.value = "4BTC_USDT";
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect(fetched).toHaveBeenCalledTimes(1);
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(isReplay.value).toBe(false);
  status.value = statusOf({ books: [], replay: { phase: "playing", atMs: 1, speed: 1 } });
  await vi.advanceTimersByTimeAsync(minuteMs);
  expect([isReplay.value, fetched.mock.calls.length]).toEqual([true, 2]);
});

it("loads another period at once, and what comes late of the one before is of nobody", async () => {
  const answers: (() => void)[] = [];
  const { fetched } = follow(
    () =>
      new Promise((resolve) => {
        answers.push(() => resolve(Response.json({ klines: [candle(0, String(answers.length))] })));
      }),
  );
  period.value = "5min";
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([
    "/klines/4BTC_USDT/1min?limit=500",
    "/klines/4BTC_USDT/5min?limit=500",
  ]);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(series.value.period).toBe("5min");
});

it("trades move the candles, each once, oldest first", async () => {
  const { end } = follow(oneCandle);
  trades.value = [trade("7", 1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(closes()).toEqual(["10"]);
  trades.value = [trade("11", minuteMs + 2), trade("9.5", 2), ...trades.value];
  expect(series.value.candles).toEqual([
    { ...candle(0, "9.5"), lowPrice: "7", volume: "0.5" },
    expect.objectContaining({ openedAtMs: minuteMs, closePrice: "11", volume: "0.2" }),
  ]);
  trades.value = [trade("12", minuteMs + 3), ...trades.value];
  expect(series.value.candles.at(-1)).toMatchObject({ closePrice: "12", volume: "0.4" });
  // The list begins anew with each line.
  trades.value = [];
  trades.value = [trade("1", 5)];
  expect(closes()).toEqual(["9.5", "12"]);
  const before = series.value;
  trades.value = [trade("12", minuteMs + 3), ...trades.value];
  expect(series.value).toBe(before);
  end();
  trades.value = [trade("13", minuteMs + 9)];
  expect(closes()).toEqual(["9.5", "12"]);
});

it("trades of another pair than that of the candles move nothing", async () => {
  follow(async () => new Response("{}", { status: 500 }));
  series.value = { pair: "4ETH_USDT", period: "1min", candles: [candle(0, "10")], checkedAtMs: 0 };
  trades.value = [trade("11", 1)];
  expect(closes()).toEqual(["10"]);
  series.value = { pair: "4BTC_USDT", period: "1min", candles: [], checkedAtMs: 0 };
  trades.value = [trade("11", 2)];
  expect(closes()).toEqual([]);
});

it("a trade belongs to the candle of the period that is shown", async () => {
  period.value = "5min";
  follow(oneCandle);
  await vi.advanceTimersByTimeAsync(0);
  trades.value = [trade("11", 4 * minuteMs)];
  expect(series.value.period).toBe("5min");
  expect(closes()).toEqual(["11"]);
  trades.value = [trade("12", 6 * minuteMs), ...trades.value];
  expect(series.value.candles.map(({ openedAtMs }) => openedAtMs)).toEqual([0, 5 * minuteMs]);
});
