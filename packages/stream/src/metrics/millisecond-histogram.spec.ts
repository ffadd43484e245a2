import { expect, test } from "vitest";
import { histogramQuantileMs, MillisecondHistogram, sumHistograms } from "./millisecond-histogram.js";

function of(...durations: number[]): MillisecondHistogram {
  const histogram = new MillisecondHistogram();
  for (const ms of durations) {
    histogram.record(ms);
  }
  return histogram;
}

test("counts durations in buckets that double", () => {
  const { count, sumMs, maxMs, buckets } = of(0, 0.9, 1, 1.9, 2, 3.9, 4, 1_000).snapshot();
  expect([count, sumMs, maxMs]).toEqual([8, 1_013.7, 1_000]);
  expect(buckets.slice(0, 5)).toEqual([2, 2, 2, 1, 0]);
  expect(buckets[10]).toBe(1);
});

test("what lies below 0 is 0, what is endless is in the last bucket", () => {
  const { count, sumMs, buckets } = of(-5, 1e15).snapshot();
  expect([count, sumMs, buckets[0], buckets.at(-1)]).toEqual([2, 1e15, 1, 1]);
});

test("tells the bucket in which a share ends", () => {
  const histogram = of(...Array.from({ length: 90 }, () => 3), ...Array.from({ length: 10 }, () => 700)).snapshot();
  expect(histogramQuantileMs(histogram, 0.5)).toBe(4);
  expect(histogramQuantileMs(histogram, 0.99)).toBe(700);
  expect(histogramQuantileMs(of().snapshot(), 0.5)).toBe(0);
});

test("sums are what one histogram would have counted", () => {
  expect(sumHistograms([of(1, 2).snapshot(), of(300).snapshot(), of().snapshot()])).toEqual(of(1, 2, 300).snapshot());
});
