import { expect, it } from "vitest";
import { placeAt, placeOf } from "./json-place.js";

it.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 2, 1],
  [5, 3, 1],
  [6, 3, 2],
])("counts lines and columns from one: offset %i is line %i, column %i", (offset, line, column) => {
  expect(placeAt("ab\nc\nd", offset)).toEqual({ line, column });
});

const text = `{
  "name": "a \\"[{b\\\\",
  "empty": {}, "none": [],
  "steps": [
    { "atMs": 0, "deep": { "x": [1, [2, 3], { "y": -1.5e3 }] } },
    null,
    { "at\\u004ds": true, "a": 1, "a": [ "p", "q" ] }
  ],
  "last": false
}`;

it.each([
  ["", 1, 1],
  ["name", 2, 3],
  ["empty", 3, 3],
  ["empty.x", 3, 3],
  ["none", 3, 16],
  ["none[0]", 3, 16],
  ["steps", 4, 3],
  ["steps[0]", 5, 5],
  ["steps[0].atMs", 5, 7],
  ["steps[0].atMs.x", 5, 7],
  ["steps[0].deep.x", 5, 28],
  ["steps[0].deep.x[0]", 5, 34],
  ["steps[0].deep.x[1]", 5, 37],
  ["steps[0].deep.x[1][1]", 5, 41],
  ["steps[0].deep.x[2].y", 5, 47],
  ["steps[1]", 6, 5],
  ["steps[1].x", 6, 5],
  ["steps[2].atMs", 7, 7],
  // Of two with one name the last one counts.
  ["steps[2].a", 7, 34],
  ["steps[2].a[1]", 7, 46],
  ["steps[3]", 4, 3],
  ["last", 9, 3],
  ["other", 1, 1],
  ["faults[0].last", 9, 3],
])("finds %j at line %i, column %i", (path, line, column) => {
  expect(placeOf(text, path)).toEqual({ line, column });
});

it.each(["5", '"word"', "true"])("finds nothing in %s but itself", (value) => {
  expect(placeOf(`\n ${value}`, "a[0]")).toEqual({ line: 2, column: 2 });
});

it.each(["", "{", '{"a"', '{"a": [1', "["])("stays within a text that ends too early: %j", (torn) => {
  expect(placeOf(torn, "a[1]").line).toBe(1);
});
