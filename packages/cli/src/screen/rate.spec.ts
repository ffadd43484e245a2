import { expect, it } from "vitest";
import { createRateMeter } from "./rate.js";

it("knows no rate from one sample", () => {
  expect(createRateMeter(2000).perSecond(500, 1000)).toBe(0);
});

it("tells the rate between two moments", () => {
  const meter = createRateMeter(2000);
  meter.perSecond(100, 0);
  expect(meter.perSecond(150, 250)).toBe(200);
});

it("forgets what is older than its window", () => {
  const meter = createRateMeter(2000);
  for (let atMs = 0; atMs <= 10_000; atMs += 250) {
    meter.perSecond(atMs, atMs);
  }
  expect(meter.perSecond(10_000, 12_000)).toBe(0);
});

it("looks back a whole window, not less, between coarse samples", () => {
  const meter = createRateMeter(1000);
  meter.perSecond(0, 0);
  meter.perSecond(600, 600);
  expect(meter.perSecond(1200, 1200)).toBe(1000);
});

it("does not divide by zero when two samples share a moment", () => {
  const meter = createRateMeter(1000);
  meter.perSecond(0, 5);
  expect(meter.perSecond(10, 5)).toBe(0);
});
