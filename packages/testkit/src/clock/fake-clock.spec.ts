import { describe, expect, test } from "vitest";
import { fakeClock } from "./fake-clock.js";

describe("fakeClock", () => {
  test("runs due timers in order of their time, each at its own moment", () => {
    const clock = fakeClock(1000);
    const seen: [string, number, number][] = [];
    const note = (name: string) => () => seen.push([name, clock.monotonicMs(), clock.epochMs()]);
    clock.after(30, note("late"));
    clock.after(10, note("early"));
    clock.after(10, note("early too"));
    clock.after(31, note("not yet"));
    clock.advance(30);
    expect(seen).toEqual([
      ["early", 10, 1010],
      ["early too", 10, 1010],
      ["late", 30, 1030],
    ]);
    expect(clock.pending()).toBe(1);
    expect(clock.monotonicMs()).toBe(30);
  });

  test("runs timers that were scheduled meanwhile, also a repeating one", () => {
    const clock = fakeClock();
    let ticks = 0;
    const tick = (): void => {
      ticks++;
      clock.after(10, tick);
    };
    clock.after(10, tick);
    clock.advance(99);
    expect(ticks).toBe(9);
  });

  test("a cancelled timer does not run", () => {
    const clock = fakeClock();
    const cancel = clock.after(5, () => expect.unreachable());
    cancel();
    cancel();
    clock.advance(10);
    expect(clock.pending()).toBe(0);
  });

  test("lets promises settle between timers", async () => {
    const clock = fakeClock();
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));
    const wokenAt: number[] = [];
    const sleeper = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) {
        await sleep(10);
        wokenAt.push(clock.monotonicMs());
      }
    };
    const done = sleeper();
    await clock.advanceAndSettle(30);
    await done;
    expect(wokenAt).toEqual([10, 20, 30]);
  });

  test("the wall clock jumps alone", () => {
    const clock = fakeClock(5000);
    clock.after(1, () => expect.unreachable());
    clock.jumpEpoch(-3000);
    expect([clock.epochMs(), clock.monotonicMs()]).toEqual([2000, 0]);
  });

  test("ends a test whose timers schedule each other without end", async () => {
    const clock = fakeClock();
    const spin = (): void => void clock.after(0, spin);
    spin();
    expect(() => clock.advance(1)).toThrow("one schedules the next without end");
    spin();
    await expect(clock.advanceAndSettle(1)).rejects.toThrow("at 0 ms");
    const patient = fakeClock();
    let count = 0;
    const tick = (): void => void patient.after(0.001, () => ++count && tick());
    tick();
    patient.advance(110);
    expect(count).toBeGreaterThan(100_000);
  });

  test("does not go back", () => {
    expect(() => fakeClock().advance(-1)).toThrow(RangeError);
  });
});
