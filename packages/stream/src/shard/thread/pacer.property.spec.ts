import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Pacer } from "./pacer.js";

/** When the turns come that are taken at these times. */
function turns(perSecond: number, takenAtMs: readonly number[]): number[] {
  const pacer = new Pacer(perSecond);
  return takenAtMs.map((atMs) => atMs + pacer.take(atMs));
}

const times = fc
  .array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 200, size: "max" })
  .map((list) => list.toSorted((left, right) => left - right));

test("no second has more turns than a second's worth and a quarter, and no turn waits longer than it must", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), times, (perSecond, takenAtMs) => {
      const comeAtMs = turns(perSecond, takenAtMs);
      expect(comeAtMs).toEqual(comeAtMs.toSorted((left, right) => left - right));
      for (const [index, fromMs] of comeAtMs.entries()) {
        const within = comeAtMs.slice(index).filter((atMs) => atMs < fromMs + 1_000 - 1e-6);
        expect(within.length).toBeLessThanOrEqual(Math.ceil(perSecond * 1.25));
        expect(fromMs - (takenAtMs[index] as number)).toBeLessThanOrEqual((index * 1_000) / perSecond + 1e-6);
      }
    }),
  );
});

test("who comes rarely never waits", () => {
  expect(turns(10, [0, 100, 200, 5_000, 5_100])).toEqual([0, 100, 200, 5_000, 5_100]);
});

test("a quarter of a second's worth may come at once", () => {
  expect(turns(8, [0, 0, 0, 0])).toEqual([0, 0, 125, 250]);
});
