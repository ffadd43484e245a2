import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { link, status } from "../data/desk.js";
import { pair } from "../data/settings.js";
import type { Status } from "../data/wire.js";
import { followCandles } from "./follow-candles.js";

const minuteMs = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow(answer: () => Promise<Response>) {
  const fetched = vi.fn(answer);
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("fetch", fetched);
  status.value = { books: [] } as unknown as Status;
  link.value = { kind: "live", sinceMs: 0 };
  pair.value = "4BTC_USDT";
  const end = followCandles();
  onTestFinished(end);
  return { fetched, end };
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
