import { array, assert, constantFrom, property, tuple } from "fast-check";
import { expect, it } from "vitest";
import { circlesOf } from "./circles.js";

it("finds no circle in a line or a diamond", () => {
  const graph = new Map([
    ["a", ["b", "c"]],
    ["b", ["d"]],
    ["c", ["d"]],
    ["d", []],
  ]);
  expect(circlesOf(graph)).toEqual([]);
});

it("joins circles that share a file, and counts a file that imports itself", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["a", "c"]],
    ["c", ["b", "d"]],
    ["d", ["d"]],
  ]);
  expect(circlesOf(graph)).toEqual([["a", "b", "c"], ["d"]]);
});

it("two files are in one circle exactly when each reaches the other", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const name = constantFrom(...names);
  assert(
    property(array(tuple(name, name), { maxLength: 14 }), (arrows) => {
      const graph = new Map(names.map((from) => [from, arrows.filter(([a]) => a === from).map(([, to]) => to)]));
      const circles = circlesOf(graph);
      for (const a of names) {
        for (const b of names) {
          const together = circles.some((circle) => circle.includes(a) && circle.includes(b));
          expect(together).toBe(reaches(graph, a, b) && reaches(graph, b, a));
        }
      }
    }),
  );
});

/** Along one arrow at least. */
function reaches(graph: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
  const seen = new Set<string>();
  const ahead = [...(graph.get(from) ?? [])];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === to) {
      return true;
    }
    if (!seen.has(next)) {
      ahead.push(...(graph.get(next) ?? []));
    }
    seen.add(next);
  }
  return false;
}
