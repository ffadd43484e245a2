import { afterEach, describe, expect, it, vi } from "vitest";
import { createNodeClock } from "./clock.js";

const clock = createNodeClock();

afterEach(() => {
  vi.useRealTimers();
});

describe("createNodeClock", () => {
  it("tells the wall clock in epoch milliseconds", () => {
    expect(Math.abs(clock.epochMs() - Date.now())).toBeLessThan(1_000);
  });

  it("never goes back on the monotonic scale", () => {
    let previous = clock.monotonicMs();
    for (let i = 0; i < 1000; i++) {
      const now = clock.monotonicMs();
      expect(now).toBeGreaterThanOrEqual(previous);
      previous = now;
    }
  });

  it("calls back at the earliest after the delay, fractions included", async () => {
    for (const delayMs of [0, 0.4, 1.3, 7.9]) {
      const startedMs = clock.monotonicMs();
      await new Promise<void>((resolve) => clock.after(delayMs, resolve));
      expect(clock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(delayMs);
    }
  });

  it("does not fire a delay at once that one timer of Node cannot hold", () => {
    vi.useFakeTimers();
    const thirtyDaysMs = 30 * 24 * 3_600_000;
    const callback = vi.fn();
    clock.after(thirtyDaysMs, callback);
    vi.advanceTimersByTime(thirtyDaysMs - 1);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it("cancels, also a timer that was armed again, and harmlessly afterwards", () => {
    vi.useFakeTimers();
    const callback = vi.fn();
    const cancel = clock.after(30 * 24 * 3_600_000, callback);
    vi.advanceTimersByTime(26 * 24 * 3_600_000);
    cancel();
    vi.advanceTimersByTime(10 * 24 * 3_600_000);
    cancel();
    expect(callback).not.toHaveBeenCalled();
  });
});
