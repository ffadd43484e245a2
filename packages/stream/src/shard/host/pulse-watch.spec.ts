import { expect, test } from "vitest";
import { defaultPulseWatchOptions, PulseWatch } from "./pulse-watch.js";

/** Looks every 25 ms; returns the verdicts on a word that stands still from the second look on. */
function verdictsOf(pulse: number, looks: number, everyMs = 25): string[] {
  const watch = new PulseWatch(defaultPulseWatchOptions);
  watch.look(pulse, 0);
  return Array.from({ length: looks }, (_, index) => watch.look(pulse, (index + 1) * everyMs));
}

test("a word that stands still is silence after 75 ms, and death after a second", () => {
  const verdicts = verdictsOf(7, 41);
  expect(verdicts.slice(0, 4)).toEqual(["alive", "alive", "alive", "silent"]);
  expect(verdicts.slice(39)).toEqual(["silent", "dead"]);
});

test.each([0, 1, 12, 24])(
  "a word raised last %d ms behind a look is silence 125 ms later at the latest",
  (behindMs) => {
    const watch = new PulseWatch(defaultPulseWatchOptions);
    watch.look(1, 0);
    const looks = Array.from({ length: 8 }, (_, index) => (index + 1) * 25);
    const silentAtMs = looks.find((nowMs) => watch.look(nowMs < behindMs ? 1 : 2, nowMs) === "silent");
    expect((silentAtMs ?? Number.POSITIVE_INFINITY) - behindMs).toBeLessThanOrEqual(125);
    expect((silentAtMs ?? 0) - behindMs).toBeGreaterThan(75);
  },
);

test("a thread that never beat is starting, however long", () => {
  expect(new Set(verdictsOf(0, 1_000))).toEqual(new Set(["starting"]));
});

test("any change is life", () => {
  const watch = new PulseWatch(defaultPulseWatchOptions);
  const verdicts = [1, 1, 1, 1, 1, 1, 2, 2].map((pulse, index) => watch.look(pulse, index * 25));
  expect(verdicts).toEqual(["alive", "alive", "alive", "alive", "silent", "silent", "alive", "alive"]);
});

test("who looks late has slept: that is not the thread's silence", () => {
  expect(verdictsOf(7, 3, 60_000)).toEqual(["alive", "silent", "silent"]);
});
