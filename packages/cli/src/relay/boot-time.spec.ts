import { expect, test } from "vitest";
import { createBootTime } from "./boot-time.js";

/** A machine whose clocks a test moves. */
function machine() {
  const now = { bootMs: 50_000, monotonicMs: 1_000, wallMs: 1_700_000_000_000 };
  const readings = { count: 0 };
  const bootMs = createBootTime({
    uptimeSeconds: () => {
      readings.count++;
      return now.bootMs / 1_000;
    },
    monotonicMs: () => now.monotonicMs,
    wallMs: () => now.wallMs,
  });
  const pass = (ms: number): void => {
    now.bootMs += ms;
    now.monotonicMs += ms;
    now.wallMs += ms;
  };
  return { now, readings, bootMs, pass };
}

test("goes on with the monotonic clock, and is read once a second", () => {
  const { readings, bootMs, pass } = machine();
  for (let passedMs = 0; passedMs < 2_500; passedMs += 10) {
    expect(bootMs()).toBeCloseTo(50_000 + passedMs, 3);
    pass(10);
  }
  expect(readings.count).toBe(3);
});

test("has the time asleep at once, for which the monotonic clock stood still", () => {
  const { now, bootMs, pass } = machine();
  bootMs();
  pass(10);
  now.bootMs += 9_000;
  now.wallMs += 9_000;
  expect(bootMs()).toBeCloseTo(59_010, 3);
  pass(10);
  // A wall clock that was set back meanwhile hides nothing.
  now.bootMs += 9_000;
  now.wallMs -= 100_000;
  expect(bootMs()).toBeCloseTo(68_020, 3);
});
