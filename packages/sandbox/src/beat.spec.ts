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

  it("leaves out what it could not keep", () => {
    const clock = new VirtualClock(0);
    const at: number[] = [];
    every(clock, 10, () => {
      at.push(clock.epochMs());
      // Something takes long: three beats are missed.
      if (at.length === 2) clock.advance(35);
    });
    clock.advance(100);
    expect(at.slice(0, 3)).toEqual([10, 20, 30]);
    expect(new Set(at).size).toBe(at.length);
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
