import { describe, expect, it } from "vitest";
import { slopeOf } from "./slope.js";

describe("slopeOf", () => {
  it("finds a line, and is sure of it", () => {
    const points = [0, 1, 2, 3, 4].map((x) => ({ x, y: 7 + 3 * x }));
    const { estimate, interval } = slopeOf(points);
    expect(estimate).toBeCloseTo(3, 12);
    expect(interval[0]).toBeCloseTo(3, 9);
    expect(interval[1]).toBeCloseTo(3, 9);
  });

  it("gives the interval of the textbook when errors have nothing to do with each other", () => {
    // By hand: slope 1.99, squares of the distances 0.107, deviation √(0.107 / 3 / 10), t of 3 degrees of freedom 3.182.
    const points = [2.1, 3.9, 6.2, 7.8, 10.1].map((y, index) => ({ x: index + 1, y }));
    const { estimate, interval } = slopeOf(points);
    expect(estimate).toBeCloseTo(1.99, 10);
    expect((interval[1] - interval[0]) / 2).toBeCloseTo(3.182 * Math.sqrt(0.107 / 30), 2);
  });

  it("is less sure when neighbours err together", () => {
    const errors = [1, 1, 1, 1, -1, -1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1];
    const apart = errors.map((_, index) => (index % 2 === 0 ? 1 : -1));
    const width = (list: readonly number[]): number => {
      const { interval } = slopeOf(list.map((error, x) => ({ x, y: 5 * x + error })));
      return interval[1] - interval[0];
    };
    expect(width(errors)).toBeGreaterThan(1.5 * width(apart));
  });

  it.each([
    [[1, 2, 3].map((x) => ({ x, y: x })), "needs 4 points, there are 3"],
    [[1, 2, 3, 4].map((y) => ({ x: 1, y })), "at different places"],
  ])("refuses points that have no slope", (points, message) => {
    expect(() => slopeOf(points)).toThrow(message);
  });
});
