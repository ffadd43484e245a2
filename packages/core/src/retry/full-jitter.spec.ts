import { expect, it } from "vitest";
import { fullJitterMs } from "./full-jitter.js";

const options = { firstWindowMs: 100, maxWindowMs: 1_000 };

it.each([
  [0, 0.5, 50],
  [1, 0.5, 100],
  [3, 0.5, 400],
  [4, 0.5, 500],
  [100_000, 0.25, 250],
  [3, 0, 0],
])("after %i doublings %f of a window is %i ms", (doublings, random, wanted) => {
  expect(fullJitterMs(options, doublings, random)).toBe(wanted);
});

it("no window at all is no wait, however often it doubles", () => {
  expect(fullJitterMs({ firstWindowMs: 0, maxWindowMs: 1_000 }, 100_000, 0.9)).toBe(0);
});
