import { expect, it } from "vitest";
import { forgetOldest } from "./forget-oldest.js";

const numbered = (count: number): Map<string, number> =>
  new Map(Array.from({ length: count }, (_, index) => [String(index), index]));

it.each([
  [5, ["2", "3", "4"]],
  [4, ["1", "2", "3"]],
  [3, ["0", "1", "2"]],
  [2, ["0", "1"]],
  [0, []],
])("of %d entries, three at most stay: those that were put in last, in their order", (count, left) => {
  const map = numbered(count);
  forgetOldest(map, 3);
  expect([...map.keys()]).toEqual(left);
});

it("an entry that was put in anew is the newest", () => {
  const map = numbered(3);
  map.delete("0");
  map.set("0", 0);
  forgetOldest(map, 1);
  expect([...map.keys()]).toEqual(["0"]);
});
