import { expect, it } from "vitest";
import { Allowance } from "./allowance.js";

function taken(allowance: Allowance, times: number, nowMs: number): number {
  return Array.from({ length: times }, () => allowance.take(nowMs)).filter(Boolean).length;
}

it("takes a second's share at once, then so many a second, and saves up no more than a second's share", () => {
  const allowance = new Allowance(10, 1000);
  expect(taken(allowance, 15, 1000)).toBe(10);
  expect(taken(allowance, 15, 1099)).toBe(0);
  expect(taken(allowance, 15, 1100)).toBe(1);
  expect(taken(allowance, 15, 1600)).toBe(5);
  expect(taken(allowance, 15, 60_000)).toBe(10);
});

it("takes any number when it is 0", () => {
  expect(taken(new Allowance(0, 0), 1000, 0)).toBe(1000);
});
