import { expect, it } from "vitest";
import { type KeptReturn, livedThrough } from "./lived.js";

const all = (first: number, last: number) => ({ first, last });

it.each<[string, readonly KeptReturn[], number, readonly object[]]>([
  ["nothing at all", [], 0, []],
  ["everything where it never went back", [], 9, [all(1, 9)]],
  ["what is before and behind a past that was given up", [{ number: 6, backTo: 3 }], 9, [all(1, 3), all(7, 9)]],
  ["nothing behind a return that was the last", [{ number: 6, backTo: 3 }], 6, [all(1, 3)]],
  ["nothing before a return to the beginning", [{ number: 6, backTo: 0 }], 9, [all(7, 9)]],
  [
    "what is between two returns",
    [
      { number: 4, backTo: 2 },
      { number: 9, backTo: 6 },
    ],
    10,
    [all(1, 2), all(5, 6), all(10, 10)],
  ],
  [
    "nothing of a return that was given up itself",
    [
      { number: 4, backTo: 2 },
      { number: 9, backTo: 3 },
    ],
    10,
    [all(1, 3), all(10, 10)],
  ],
  [
    "a return that it went back to",
    [
      { number: 4, backTo: 2 },
      { number: 9, backTo: 4 },
    ],
    9,
    [all(1, 2)],
  ],
])("knows %s", (_what, returns, last, ranges) => {
  expect(livedThrough(returns, last)).toEqual(ranges);
});
