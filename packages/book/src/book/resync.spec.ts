import { seededRandom } from "@depthwire/testkit";
import { describe, expect, test } from "vitest";
import { defaultResyncOptions as options, ResyncControl } from "./resync.js";

const always = (random: number) => new ResyncControl(options, () => random);

describe("the pace of resyncs", () => {
  test("windows double up to the bound, each delay is a random part", () => {
    const control = always(1);
    let nowMs = 0;
    const delays = Array.from({ length: 8 }, () => {
      const { delayMs } = control.plan("gap", "later", nowMs);
      nowMs += delayMs + 1;
      return delayMs;
    });
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(always(0.5).plan("gap", "later", 0).delayMs).toBe(125);
    expect(always(0).plan("gap", "later", 0).delayMs).toBe(0);
  });

  test("a sound stretch ends the row", () => {
    const control = always(1);
    control.plan("gap", "later", 0);
    control.plan("gap", "later", 1_000);
    expect(control.plan("gap", "later", 1_000 + 500 + options.soundAfterMs + 1).delayMs).toBe(250);
    const other = always(1);
    other.plan("gap", "later", 0);
    expect(other.plan("gap", "later", 250 + options.soundAfterMs).delayMs).toBe(500);
  });

  test("books that gap together come back spread out", () => {
    const random = seededRandom(4);
    const delays = Array.from(
      { length: 1_000 },
      () => new ResyncControl(options, random).plan("gap", "later", 0).delayMs,
    );
    const perTenth = Array.from(
      { length: 10 },
      (_, tenth) => delays.filter((delay) => Math.floor((delay / options.firstWindowMs) * 10) === tenth).length,
    );
    expect(Math.max(...perTenth)).toBeLessThan(150);
  });
});

describe("the storm guard", () => {
  test("suspects the policy at the third gap in a row at the first step, and holds back", () => {
    const control = always(0);
    const plans = [0, 100_000, 200_000, 300_000].map((nowMs) => control.plan("gap", "first-step", nowMs));
    expect(plans.map((plan) => plan.suspectsPolicy)).toEqual([false, false, true, true]);
    expect(plans.map((plan) => plan.delayMs)).toEqual([0, 0, 30_000, 30_000]);
    const latest = always(1);
    const delays = [0, 100_000, 200_000].map((nowMs) => latest.plan("gap", "first-step", nowMs).delayMs);
    expect(delays).toEqual([250, 250, 60_000]);
  });

  test.each([
    ["a gap further on", (control: ResyncControl) => control.plan("gap", "later", 2)],
    ["another cause", (control: ResyncControl) => control.plan("crossed", "first-step", 2)],
    ["a new connection", (control: ResyncControl) => control.connected()],
  ])("%s in between clears the suspicion", (_, interrupt) => {
    const control = always(0);
    control.plan("gap", "first-step", 0);
    control.plan("gap", "first-step", 1);
    interrupt(control);
    expect(control.plan("gap", "first-step", 3).suspectsPolicy).toBe(false);
  });

  test("holds back any other cause that comes three times in a row", () => {
    const control = always(0);
    const guarded = [0, 1, 2].map((nowMs) => control.plan("ambiguous-level", "later", nowMs).guarded);
    expect(guarded).toEqual([false, false, true]);
    expect(control.plan("crossed", "later", 30_003).guarded).toBe(false);
  });

  test("a guarded wait counts as part of the row", () => {
    const control = always(1);
    for (const nowMs of [0, 1_000, 2_000]) {
      control.plan("crossed", "later", nowMs);
    }
    expect(control.plan("crossed", "later", 62_500).guarded).toBe(true);
  });
});

test("asks again twice, then on another connection", () => {
  const control = always(0);
  expect([control.unanswered(), control.unanswered(), control.unanswered()]).toEqual([
    "again",
    "again",
    "other-connection",
  ]);
  control.answered();
  expect(control.unanswered()).toBe("again");
});
