import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createBrowserClock } from "./clock.js";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

it("tells the wall's time and the page's", () => {
  const clock = createBrowserClock();
  const before = clock.monotonicMs();
  expect(clock.epochMs()).toBe(1_000_000);
  vi.advanceTimersByTime(250);
  expect([clock.epochMs(), clock.monotonicMs() - before]).toEqual([1_000_250, 250]);
});

it("calls back once, not before the time, and not when that was called off", () => {
  const clock = createBrowserClock();
  const called: string[] = [];
  clock.after(100, () => called.push("due"));
  clock.after(100, () => called.push("called off"))();
  clock.after(-5, () => called.push("at once"));
  vi.advanceTimersByTime(99);
  expect(called).toEqual(["at once"]);
  vi.advanceTimersByTime(1_000);
  expect(called).toEqual(["at once", "due"]);
});

it("waits on where a timer fires early, or a delay is longer than one timer takes", () => {
  const clock = createBrowserClock();
  const called: string[] = [];
  const nowMs = performance.now();
  const early = vi.spyOn(performance, "now").mockReturnValueOnce(nowMs).mockReturnValueOnce(nowMs);
  // The page's clock stands half a millisecond before the end of the first timer.
  early.mockReturnValueOnce(nowMs + 9.5).mockReturnValueOnce(nowMs + 9.5);
  clock.after(10, () => called.push("early"));
  vi.advanceTimersByTime(10);
  expect(called).toEqual([]);
  early.mockRestore();
  vi.advanceTimersByTime(1);
  expect(called).toEqual(["early"]);
  clock.after(2 ** 31 + 5_000, () => called.push("long"));
  vi.advanceTimersByTime(2 ** 31 + 4_999);
  expect(called).toEqual(["early"]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(["early", "long"]);
});
