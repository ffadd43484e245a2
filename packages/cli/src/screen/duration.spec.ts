import { expect, it } from "vitest";
import { parseDurationMs } from "./duration.js";

it.each([
  ["500ms", 500],
  ["10s", 10_000],
  ["1.5m", 90_000],
  ["2h", 7_200_000],
  ["0.25s", 250],
])("reads %s", (text, durationMs) => {
  expect(parseDurationMs(text)).toBe(durationMs);
});

it.each(["", "10", "s", "10 s", "-1s", "0s", "1e3s", "10sec", "ten", "1.s", "١s"])("refuses %j", (text) => {
  expect(parseDurationMs(text)).toBeUndefined();
});
