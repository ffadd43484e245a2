import { describe, expect, test } from "vitest";
import { itemEntrants } from "./item-entrants.js";

describe("itemEntrants", () => {
  test("runs every step over all items", () => {
    const seen: string[] = [];
    const step = (name: string) => (item: number) => {
      seen.push(`${name}${item}`);
      return item * 2;
    };
    const entrants = itemEntrants([1, 2], { ours: step("o"), "node:other": step("n") });
    expect(entrants.map(({ name, operations }) => [name, operations])).toEqual([
      ["ours", 2],
      ["node:other", 2],
    ]);
    seen.length = 0;
    expect(entrants[1]?.run()).toBeGreaterThanOrEqual(0);
    expect(seen).toEqual(["n1", "n2"]);
  });

  test("refuses steps that do not do the same", () => {
    const steps = { ours: (item: number) => item, other: (item: number) => item % 2 };
    expect(() => itemEntrants([1, 2], steps)).toThrow("ours, other give different results for item 1: 2, 0");
  });
});
