import { expect, it } from "vitest";
import { createInMemoryVenue } from "../in-memory.js";
import { refusalBy } from "../spec-support/refused.js";
import { ClockError } from "./clock-error.js";
import type { SteerableClock } from "./steerable-clock.js";
import { momentOf, type TimeParts, VenueTime } from "./venue-time.js";

const nowMs = Date.UTC(2026, 0, 31, 8);
const yearMs = 31_536_000_000;

/** A venue's time, and how its clock was steered. */
function openTime() {
  const steered: unknown[] = [];
  const state = { ticks: 4 };
  const host = { era: 1, exchange: { state }, passTime: () => steered.push("time passed") };
  const clock = {
    status: () => ({ nowMs, state: "paused", speed: 1, aheadMs: 0 }),
    pause: () => steered.push("pause"),
    resume: (speed?: number) => steered.push(["resume", speed]),
    travel: async ({ untilMs, isOver }: { untilMs: number; isOver: () => boolean }) => {
      steered.push([untilMs - nowMs, isOver()]);
      state.ticks += 1;
      steered.push(isOver());
    },
  };
  const parts = { clock: clock as unknown as SteerableClock, host, tickIntervalMs: 100, nextTurn: async () => {} };
  return { time: new VenueTime(parts as unknown as TimeParts), steered, host };
}

async function refusedBy(act: () => Promise<void>): Promise<unknown> {
  return act().then(
    () => undefined,
    (error: { details: object }) => error.details,
  );
}

it("stands and runs on, within the bounds of speed", () => {
  const { time, steered } = openTime();
  time.pause();
  time.resume();
  time.resume(0.001);
  time.resume(100_000);
  expect(steered).toEqual(["pause", ["resume", undefined], ["resume", 0.001], ["resume", 100_000]]);
  for (const speed of [0, 0.0009, 100_001, Number.NaN]) {
    expect(refusalBy(() => time.resume(speed))).toEqual(["speed", "a number from 0.001 to 100000"]);
  }
});

it("passes so many milliseconds, at most a year", async () => {
  const { time, steered } = openTime();
  await time.pass(1);
  await time.pass(yearMs);
  expect(steered).toEqual([[1, false], false, "time passed", [yearMs, false], false, "time passed"]);
  for (const ms of [0, -1, 1.5, yearMs + 1]) {
    expect(await refusedBy(() => time.pass(ms))).toEqual({ path: "ms", rule: `an integer from 1 to ${yearMs}` });
  }
});

it("passes until the next tick, and looks for it as long as two of them", async () => {
  const { time, steered } = openTime();
  await time.passTick();
  expect(steered).toEqual([[200, false], true, "time passed"]);
});

it("passes until a moment ahead, at most a year away", async () => {
  const { time, steered } = openTime();
  await time.passUntil(nowMs + 1);
  await time.passUntil(nowMs + yearMs);
  expect(steered.filter(Array.isArray)).toEqual([
    [1, false],
    [yearMs, false],
  ]);
  const rule = "a moment after the venue's time, which is 2026-01-31T08:00:00.000Z: time does not go back";
  for (const atMs of [nowMs, nowMs - 1, nowMs + 0.5]) {
    expect(await refusedBy(() => time.passUntil(atMs))).toEqual({ path: "at", rule });
  }
  expect(await refusedBy(() => time.passUntil(nowMs + yearMs + 1))).toEqual({
    path: "at",
    rule: "at most a year away",
  });
});

it("gives the rest of the way up where the venue goes back meanwhile", async () => {
  const { time, steered, host } = openTime();
  const gone = time.pass(5);
  host.era += 1;
  await expect(gone).rejects.toMatchObject({ name: "ClockError", code: "gone-back" });
  expect(steered).not.toContain("time passed");
});

it("says in words why it does not travel", () => {
  expect(new ClockError("clock-busy").message).toBe(
    "Time is on its way already: wait for that answer, or end it with POST /_sandbox/clock/pause",
  );
  expect(new ClockError("gone-back").message).toBe(
    "The venue went back to a snapshot while time was on its way: the rest of the way was given up",
  );
});

it.each<[unknown, number]>([
  [0, 0],
  [1.5, 1.5],
  ["2026-01-31T08:00Z", nowMs],
  ["2026-01-31T08:00:00Z", nowMs],
  ["2026-01-31T08:00:00.000Z", nowMs],
  ["2026-01-31T09:30:01.5+01:30", nowMs + 1500],
  ["2026-01-31T06:00:00-02:00", nowMs],
])("reads the moment %j", (value, atMs) => {
  expect(momentOf(value)).toBe(atMs);
});

it.each([
  undefined,
  null,
  Number.NaN,
  Infinity,
  "",
  "1769846400000",
  "2026-01-31",
  "2026-01-31T08:00:00",
  "2026-02-30T08:00:00Z",
  "2026-13-01T08:00:00Z",
  "x2026-01-31T08:00:00Z",
  "2026-01-31T08:00:00Zx",
  "2026-01-31T08:00:00.1234Z",
  "2026-01-31T99:00:00Z",
])("takes %j for no moment", (value) => {
  expect(refusalBy(() => momentOf(value))).toEqual(["at", "epoch milliseconds, or a text like 2026-01-31T08:00:00Z"]);
});

it("is what the operator of a venue in memory is told", async () => {
  const venue = createInMemoryVenue({ startMs: nowMs });
  const answer = await venue.request({ method: "GET", target: "/_sandbox/clock", headers: {} });
  expect(JSON.parse(new TextDecoder().decode(answer.body))).toMatchObject({ nowMs, now: "2026-01-31T08:00:00.000Z" });
  venue.close();
});
