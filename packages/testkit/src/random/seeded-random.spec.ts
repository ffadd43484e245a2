import { expect, test } from "vitest";
import { randomInteger, seededRandom } from "./seeded-random.js";

/** The first numbers of a seed. */
function first(seed: number, count = 5): readonly number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

test("the same seed gives the same numbers, another one others", () => {
  expect(first(5)).toEqual(first(5));
  expect(first(5)).not.toEqual(first(6));
});

test("a seed is taken modulo 2^32", () => {
  expect(first(2 ** 32 + 5)).toEqual(first(5));
  expect(first(-1)).toEqual(first(2 ** 32 - 1));
});

test("numbers are spread over all of [0, 1), in steps of 2^-32", () => {
  const numbers = first(1, 10_000);
  expect(numbers.filter((number) => number < 0 || number >= 1 || !Number.isInteger(number * 2 ** 32))).toEqual([]);
  const tenths = Array<number>(10).fill(0);
  for (const number of numbers) {
    const tenth = Math.floor(number * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(Math.min(...tenths)).toBeGreaterThan(900);
  expect(Math.max(...tenths)).toBeLessThan(1_100);
});

test.each([
  [0, 3, 3],
  [0.25, 3, 4],
  [0.75, 3, 6],
  [1 - 2 ** -32, 3, 6],
  [0, -2, -2],
  [0.999, -2, 1],
])("%d of a range from %i on is %i: both ends are included", (number, min, integer) => {
  expect(randomInteger(() => number, min, min + 3)).toBe(integer);
});

test("a range of one integer is that integer", () => {
  expect(randomInteger(() => 0.99, 7, 7)).toBe(7);
});
