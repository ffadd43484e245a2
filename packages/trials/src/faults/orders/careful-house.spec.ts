import { expect, it } from "vitest";
import { carefulKinds, carefulSum, runCareful } from "./careful-house.js";
import { fateNames } from "./fates.js";

const toleranceMs = 30_000;

it("tells what became of calls without an id, however they are cut off", async () => {
  const sum = carefulSum();
  for (const seed of [1, 2, 3]) {
    await runCareful({ seed, calls: 60, toleranceMs, fence: "on" }, sum);
  }
  expect(sum.wrong).toEqual([]);
  expect(sum.verdicts.unknown).toBe(0);
  expect(sum.verdicts.done).toBeGreaterThan(50);
  expect(sum.verdicts.notDone).toBeGreaterThan(40);
  for (const kind of carefulKinds) {
    expect(sum.kinds[kind], kind).toBeGreaterThan(30);
  }
  for (const fate of fateNames) {
    expect(sum.fates[fate], fate).toBeGreaterThan(5);
  }
}, 240_000);

it("is able to fail: without the fence calls are done that were said not to be", async () => {
  const sum = carefulSum();
  await runCareful({ seed: 5, calls: 60, toleranceMs, fence: "off" }, sum);
  expect(sum.wrong.length).toBeGreaterThan(3);
}, 240_000);
