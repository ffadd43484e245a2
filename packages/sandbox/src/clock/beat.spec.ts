import type { Clock } from "@depthwire/core";
import { describe, expect, it } from "vitest";
import { every } from "./beat.js";
import { VirtualClock } from "./virtual-clock.js";

describe("a beat", () => {
  it("keeps its interval over a long time, fractions included", () => {
    const clock = new VirtualClock(1000);
    let beats = 0;
    every(clock, 12.5, () => beats++);
    clock.advance(10_000);
    expect(beats).toBe(800);
  });

  it("makes one of those that it could not keep, and says so", () => {
    let nowMs = 0;
    const waiting: { readonly delayMs: number; readonly callback: () => void }[] = [];
    const clock: Clock = {
      epochMs: () => nowMs,
      monotonicMs: () => nowMs,
      after: (delayMs, callback) => {
        waiting.push({ delayMs, callback });
        return () => {};
      },
    };
    const counts: number[] = [];
    every(clock, 10, (beats) => counts.push(beats));
    const delays: number[] = [];
    for (const arrivesMs of [10, 20, 57, 60]) {
      const timer = waiting.shift();
      delays.push(timer?.delayMs ?? 0);
      nowMs = arrivesMs;
      timer?.callback();
    }
    expect(counts).toEqual([1, 1, 3, 1]);
    expect(delays).toEqual([10, 10, 10, 3]);
  });

  it("begins when it is told to", () => {
    const clock = new VirtualClock(0);
    const at: number[] = [];
    every(clock, 10, () => at.push(clock.epochMs()), 4);
    clock.advance(30);
    expect(at).toEqual([4, 14, 24]);
  });

  it("ends when it is told to", () => {
    const clock = new VirtualClock(0);
    let beats = 0;
    const stop = every(clock, 10, () => beats++);
    clock.advance(25);
    stop();
    clock.advance(100);
    expect(beats).toBe(2);
  });
});

describe("a virtual clock", () => {
  it("lets things happen at their own times, in order, equal ones as they were asked for", () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(`${name}@${clock.monotonicMs()}`);
    clock.after(20, note("b"));
    clock.after(10, note("a"));
    clock.after(20, note("c"));
    const cancel = clock.after(15, note("never"));
    clock.after(10, () => clock.after(5, note("inner")));
    cancel();
    clock.advance(20);
    expect(seen).toEqual(["a@10", "inner@15", "b@20", "c@20"]);
    expect(clock.epochMs()).toBe(20);
  });
});
