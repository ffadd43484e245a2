import { expect, test } from "vitest";
import { Arrivals, percentile } from "./arrivals.js";

test("a state of a book holds every message up to its number, of its pair alone", async () => {
  const arrivals = new Arrivals({ updatePairs: ["a", "b", "a", "a"], updateSeqs: [7, 1, 8, 9] });
  arrivals.note("a", 6, 1);
  arrivals.note("a", 8, 10);
  arrivals.note("b", 1, 20);
  expect(await arrivals.until(0, 3)).toEqual([10, 20, 10]);
  const last = arrivals.until(3, 4);
  arrivals.note("c", 9, 25);
  arrivals.note("a", 9, 30);
  expect(await last).toEqual([30]);
});

test("a percentile is the value that so large a part does not pass", () => {
  const values = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
  expect([0.5, 0.99, 0.999, 1].map((part) => percentile(values, part))).toEqual([500, 990, 999, 1_000]);
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});
