import { seededRandom } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { backoffDelayMs, defaultBackoffOptions as options, urgentDelayMs } from "./backoff.js";

test("is a random part of a window that doubles up to its bound", () => {
  const delays = [0, 1, 2, 3, 4, 5, 1_000].map((failures) => backoffDelayMs(options, failures, 0.5));
  expect(delays).toEqual([2_500, 5_000, 10_000, 20_000, 30_000, 30_000, 30_000]);
  expect(backoffDelayMs(options, 3, 0)).toBe(0);
});

test("of a session with money at stake is never longer than 5 s", () => {
  for (const failures of [0, 1, 7, 1_000]) {
    expect(urgentDelayMs(options, failures, 0.999_999)).toBeLessThanOrEqual(5_000);
  }
  expect([urgentDelayMs(options, 0, 0), urgentDelayMs(options, 1, 0), urgentDelayMs(options, 1, 0.5)]).toEqual([
    0, 2_500, 3_750,
  ]);
});

test("10,000 clients after a restart connect at no more than twice their mean rate", () => {
  const random = seededRandom(1);
  const perSecond = [0, 0, 0, 0, 0];
  for (let client = 0; client < 10_000; client++) {
    const second = Math.floor(backoffDelayMs(options, 0, random()) / 1_000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  expect(perSecond).toHaveLength(5);
  expect(Math.max(...perSecond)).toBeLessThan(2 * 2_000);
});
