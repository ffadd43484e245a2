import { describe, expect, it } from "vitest";
import { judgeSoak } from "./judge.js";
import type { ClientReport } from "./messages.js";

const minuteMs = 60_000;

/** @param slope megabytes an hour @param noise bytes that samples are off by, up and down */
function report(slope: number, noise: number, bytesPerCycle: number, handles: readonly string[] = []): ClientReport {
  const off = (index: number): number => ((index * 7) % 5 === 0 ? noise : -noise / 4);
  return {
    steady: {
      heap: Array.from({ length: 60 }, (_, index) => ({
        x: index * minuteMs,
        // The warm-up alone would be 200 MB an hour.
        y: 5e7 + (Math.min(index, 14) * 2e8) / 60 + (slope * 1e6 * index) / 60 + off(index),
      })),
      messages: 1_000,
      views: 900,
      orders: 50,
      orderErrors: 1,
      reconnects: 4,
      accountGaps: 4,
    },
    cycleHeap: Array.from({ length: 21 }, (_, index) => ({ x: index * 100, y: 5e7 + index * 100 * bytesPerCycle })),
    cycles: 2_000,
    handles,
  };
}

describe("judgeSoak", () => {
  it("leaves the warm-up out", () => {
    const { summary, failures } = judgeSoak(60, report(0.1, 0, 12));
    expect(failures).toEqual([]);
    expect(summary).toMatchObject({ heap: "within", cycleHeap: "within", handles: 0 });
    expect(summary.heapSlopeMegabytesPerHour).toBeCloseTo(0.1, 2);
    expect(summary.bytesPerCycle).toBeCloseTo(12, 6);
  });

  it("fails when a whole interval lies above its bound", () => {
    const { summary, failures } = judgeSoak(60, report(5, 1_000, 64));
    expect(summary).toMatchObject({ heap: "above", cycleHeap: "above" });
    expect(failures).toEqual([
      "the heap grows by more than 0.5 MB an hour",
      "a closed client leaves more than 50 bytes behind",
    ]);
  });

  it("says that it is uncertain where the bound lies within the interval, and does not fail for it", () => {
    const { summary, failures } = judgeSoak(60, report(0.6, 2e6, 0));
    expect(summary.heap).toBe("uncertain");
    expect(summary.interval[0]).toBeLessThan(0.5);
    expect(summary.interval[1]).toBeGreaterThan(0.5);
    expect(failures).toEqual([]);
  });

  it("is uncertain of a run that is too short, whatever its slopes", () => {
    const { summary, failures } = judgeSoak(19, { ...report(500, 0, 5_000), cycles: 999 });
    expect(summary).toMatchObject({ heap: "uncertain", cycleHeap: "uncertain" });
    expect(failures).toEqual([]);
  });

  it("fails for what is still open, by name", () => {
    const { summary, failures } = judgeSoak(60, report(0, 0, 0, ["TCPSocketWrap"]));
    expect(summary.handles).toBe(1);
    expect(failures).toEqual(["still open when everything was closed: TCPSocketWrap"]);
  });

  it("fails when nothing happened", () => {
    const { steady, ...rest } = report(0, 0, 0);
    expect(judgeSoak(60, { ...rest, steady: { ...steady, orders: 0 } }).failures).toHaveLength(1);
  });
});
