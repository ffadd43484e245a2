import { expect, test } from "vitest";
import { untilNextTurnMs } from "./in-step.js";

test("turns that began at any time come together, and a timer that is early or late makes no second one", () => {
  expect(untilNextTurnMs(1_000, 100)).toBe(100);
  expect(untilNextTurnMs(1_030, 100)).toBe(70);
  expect(untilNextTurnMs(1_049, 100)).toBe(51);
  expect(untilNextTurnMs(1_050, 100)).toBe(150);
  expect(untilNextTurnMs(1_099.9, 100)).toBeCloseTo(100.1);
  expect(untilNextTurnMs(1_101.2, 100)).toBeCloseTo(98.8);
});
