import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { createRequestBudget } from "./request-budget.js";

test("a budget lets a burst through, then one each interval, first come first served", async () => {
  const clock = fakeClock();
  const budget = createRequestBudget(clock, { burst: 2, everyMs: 100 });
  const { signal } = new AbortController();
  const granted: number[] = [];
  for (const turn of [1, 2, 3, 4]) {
    void budget.take(signal).then(() => granted.push(turn));
  }
  await clock.advanceAndSettle(99);
  expect(granted).toEqual([1, 2]);
  await clock.advanceAndSettle(1);
  expect(granted).toEqual([1, 2, 3]);
  await clock.advanceAndSettle(100);
  expect(granted).toEqual([1, 2, 3, 4]);
  expect(clock.pending()).toBe(0);
});

test("a rest earns no more than a burst", async () => {
  const clock = fakeClock();
  const budget = createRequestBudget(clock, { burst: 2, everyMs: 100 });
  await clock.advanceAndSettle(10_000);
  let granted = 0;
  for (let turn = 0; turn < 5; turn++) {
    void budget.take(new AbortController().signal).then(() => (granted += 1));
  }
  await clock.advanceAndSettle(0);
  expect(granted).toBe(2);
});

test("who leaves the line takes nothing from it", async () => {
  const clock = fakeClock();
  const budget = createRequestBudget(clock, { burst: 1, everyMs: 100 });
  const leaving = new AbortController();
  await budget.take(new AbortController().signal);
  const left = budget.take(leaving.signal);
  let isGranted = false;
  void budget.take(new AbortController().signal).then(() => (isGranted = true));
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  await clock.advanceAndSettle(100);
  expect(isGranted).toBe(true);
});
