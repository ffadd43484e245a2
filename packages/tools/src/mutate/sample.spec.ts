import { describe, expect, it } from "vitest";
import { drawEvenly, intervalOf } from "./sample.js";

const items = Array.from({ length: 1_000 }, (_, index) => index);

describe("drawEvenly", () => {
  it("draws as many as were asked for, no item twice, and of each part its share", () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const drawn = drawEvenly(items, { count: 150, seed });
      expect(new Set(drawn).size, `seed ${seed}`).toBe(150);
      const ofFirstTenth = drawn.filter((item) => item < 100).length;
      expect(ofFirstTenth, `seed ${seed}`).toBeGreaterThanOrEqual(14);
      expect(ofFirstTenth, `seed ${seed}`).toBeLessThanOrEqual(16);
    }
  });

  it("draws the same by the same seed, and in time every item by others", () => {
    expect(drawEvenly(items, { count: 10, seed: 7 })).toEqual(drawEvenly(items, { count: 10, seed: 7 }));
    const seen = new Set(Array.from({ length: 500 }, (_, seed) => drawEvenly(items, { count: 150, seed })).flat());
    expect(seen.size).toBe(items.length);
  });

  it("draws all when there are no more", () => {
    expect(drawEvenly([1, 2, 3], { count: 3, seed: 1 })).toEqual([1, 2, 3]);
    expect(drawEvenly([], { count: 3, seed: 1 })).toEqual([]);
  });
});

describe("intervalOf", () => {
  // Wilson's interval as published for 8 of 10 and 0 of 10.
  it.each([
    [8, 10, [49, 94.3]],
    [0, 10, [0, 27.8]],
    [10, 10, [72.2, 100]],
    [0, 0, [0, 100]],
  ])("of %i found of %i drawn", (found, drawn, interval) => {
    expect(intervalOf(found, drawn)).toEqual(interval);
  });
});
