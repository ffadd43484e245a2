import { describe, expect, it } from "vitest";
import { every } from "./beat.js";
import { ClockError } from "./clock-error.js";
import { SteerableClock } from "./steerable-clock.js";
import { VirtualClock } from "./virtual-clock.js";

const startMs = 1_700_000_000_000;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = (): boolean => false;

interface Pair {
  readonly machine: VirtualClock;
  readonly clock: SteerableClock;
  /** When a beat of 100 ms came, by the venue's clock. */
  readonly beats: number[];
}

function pairOf(): Pair {
  const machine = new VirtualClock(startMs);
  const clock = new SteerableClock(machine);
  const beats: number[] = [];
  every(clock, 100, () => beats.push(clock.epochMs() - startMs));
  return { machine, clock, beats };
}

describe("a clock that can be steered", () => {
  it("is the machine's until it is steered", () => {
    const { machine, clock, beats } = pairOf();
    machine.advance(250);
    expect(beats).toEqual([100, 200]);
    expect(clock.status()).toEqual({ nowMs: startMs + 250, state: "machine", speed: 1, aheadMs: 0 });
    clock.resume();
    expect(clock.status().state).toBe("machine");
  });

  it("stands when it is paused, and loses no timer", () => {
    const { machine, clock, beats } = pairOf();
    machine.advance(150);
    clock.pause();
    machine.advance(10_000);
    expect(beats).toEqual([100]);
    expect(clock.status()).toEqual({ nowMs: startMs + 150, state: "paused", speed: 1, aheadMs: -10_000 });
    clock.resume();
    machine.advance(60);
    expect(beats).toEqual([100, 200]);
    expect(clock.status()).toMatchObject({ state: "steered", aheadMs: -10_000 });
  });

  it.each([0.5, 3, 1000])("runs at speed %d, each timer at its own moment", (speed) => {
    const { machine, clock, beats } = pairOf();
    clock.resume(speed);
    machine.advance(1000);
    expect(beats).toEqual(Array.from({ length: Math.floor(speed * 10) }, (_, i) => 100 * (i + 1)));
    expect(clock.epochMs()).toBe(startMs + speed * 1000);
    clock.resume(1);
    machine.advance(1000);
    expect(clock.epochMs()).toBe(startMs + speed * 1000 + 1000);
  });

  it("waits for what a slow machine has not done, and gives up what it cannot catch up with", () => {
    const { machine, clock, beats } = pairOf();
    clock.resume(10);
    // The machine hangs: ten seconds go by in which no timer ran.
    machine.moveTo(startMs + 10_000);
    expect(clock.epochMs() - startMs).toBe(100);
    machine.advance(0);
    expect(beats.length).toBeLessThanOrEqual(101);
    expect(beats).toEqual(beats.map((_, i) => 100 * (i + 1)));
    machine.advance(1000);
    expect(clock.epochMs() - startMs).toBeLessThanOrEqual(100 + 10_000 + 10_000);
  });

  it("is sent ahead while it stands, and stands again", async () => {
    const { machine, clock, beats } = pairOf();
    clock.pause();
    await clock.travel({ untilMs: startMs + 350, isOver: never, nextTurn });
    expect(beats).toEqual([100, 200, 300]);
    expect(clock.status()).toMatchObject({ nowMs: startMs + 350, state: "paused" });
    machine.advance(1000);
    expect(clock.epochMs()).toBe(startMs + 350);
    await clock.travel({ untilMs: startMs + 9999, isOver: () => beats.length === 5, nextTurn });
    expect(clock.epochMs()).toBe(startMs + 500);
  });

  it("is sent ahead while it runs, and runs on", async () => {
    const { machine, clock } = pairOf();
    machine.advance(50);
    await clock.travel({ untilMs: startMs + 60_050, isOver: never, nextTurn });
    machine.advance(50);
    expect(clock.status()).toEqual({ nowMs: startMs + 60_100, state: "steered", speed: 1, aheadMs: 60_000 });
  });

  it("is on one journey at a time, which a pause ends", async () => {
    const { clock, beats } = pairOf();
    const journey = clock.travel({ untilMs: startMs + 3_600_000, isOver: never, nextTurn });
    await expect(clock.travel({ untilMs: startMs + 1, isOver: never, nextTurn })).rejects.toThrow(ClockError);
    clock.pause();
    await journey;
    expect(clock.status().state).toBe("paused");
    expect(clock.epochMs() - startMs).toBe(beats.at(-1));
    expect(beats.length).toBeLessThan(100);
  });

  it("has its timers taken back whenever they were set", () => {
    const { machine, clock } = pairOf();
    const seen: string[] = [];
    const before = clock.after(500, () => seen.push("before"));
    clock.resume(2);
    const after = clock.after(500, () => seen.push("after"));
    before();
    after();
    clock.after(500, () => seen.push("kept"));
    machine.advance(300);
    expect(seen).toEqual(["kept"]);
  });

  it("may become another time of day: what is due stays as far away", () => {
    const { machine, clock, beats } = pairOf();
    machine.advance(150);
    clock.setEpoch(startMs - 86_400_000);
    machine.advance(60);
    expect(beats).toEqual([100, 50 - 86_400_000]);
    expect(clock.epochMs()).toBe(startMs - 86_400_000 + 60);
  });
});
