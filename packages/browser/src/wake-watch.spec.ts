import { describe, expect, it } from "vitest";
import { WakeWatch } from "./wake-watch.js";

/** A program with clocks that the test sets. */
function watched() {
  const world = { monotonic: 1_000, epoch: 500_000, throttled: false };
  const watch = new WakeWatch({
    monotonicMs: () => world.monotonic,
    epochMs: () => world.epoch,
    isThrottled: () => world.throttled,
  });
  return {
    world,
    /** Time goes by, on both clocks. */
    after(ms: number, epochMs = ms): number {
      world.monotonic += ms;
      world.epoch += epochMs;
      return watch.look();
    },
  };
}

describe("a watch over sleep", () => {
  it("takes a long time without a turn for one, once", () => {
    const { after } = watched();
    expect([after(500), after(2_900), after(3_001), after(1)]).toEqual([0, 0, 3_001, 0]);
  });

  it("knows that the timers of a hidden page come once a minute", () => {
    const { after, world } = watched();
    world.throttled = true;
    expect([after(500), after(60_000), after(89_000)]).toEqual([0, 0, 0]);
    expect(after(90_001)).toBe(90_001);
  });

  it("takes a page that is shown again after a while without a turn for one that was suspended", () => {
    const { after, world } = watched();
    world.throttled = true;
    after(500);
    world.throttled = false;
    expect([after(2_000), after(60_000)]).toEqual([0, 60_000]);
    world.throttled = true;
    expect(after(60_000)).toBe(60_000);
  });

  it("sees the sleep of a computer whose monotonic clock stood still, in a hidden page too", () => {
    const { after, world } = watched();
    world.throttled = true;
    after(500);
    expect([after(10, 3_600_010), after(500)]).toEqual([3_600_010, 0]);
  });

  it("passes over a wall clock that is set back, or a little forward", () => {
    const { after } = watched();
    expect([after(10, -3_600_000), after(10, 1_500), after(10)]).toEqual([0, 0, 0]);
  });
});
