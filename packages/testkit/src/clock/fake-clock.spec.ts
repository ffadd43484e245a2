import { describe, expect, test } from "vitest";
import { headerSigningSamples } from "../samples/field-note-samples.js";
import { type FakeClock, fakeClock } from "./fake-clock.js";

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

  test.each([-1, -0.001, Number.NaN, Number.NEGATIVE_INFINITY])("does not move by %d ms, and says so", async (ms) => {
    const clock = fakeClock(5000);
    const words = `a clock moves forward only, not by ${ms} ms`;
    expect(() => clock.advance(ms)).toThrow(new RangeError(words));
    await expect(clock.advanceAndSettle(ms)).rejects.toThrow(new RangeError(words));
    expect([clock.epochMs(), clock.monotonicMs()]).toEqual([5000, 0]);
  });

  test("may be moved by nothing, which runs what is due at this moment", async () => {
    const clock = fakeClock();
    const ran: string[] = [];
    clock.after(0, () => ran.push("now"));
    clock.after(-5, () => ran.push("overdue"));
    clock.after(0.5, () => ran.push("later"));
    clock.advance(0);
    expect(ran).toEqual(["now", "overdue"]);
    await clock.advanceAndSettle(0.5);
    expect(ran).toEqual(["now", "overdue", "later"]);
    expect(clock.monotonicMs()).toBe(0.5);
  });

  test("a timer that was asked for before the present moment runs at it: time does not go back", () => {
    const clock = fakeClock(1000);
    clock.advance(10);
    const seen: number[] = [];
    clock.after(-7, () => seen.push(clock.monotonicMs(), clock.epochMs()));
    clock.advance(5);
    expect(seen).toEqual([10, 1010]);
  });

  test("the wall clock has whole milliseconds, the monotonic one parts of them", () => {
    const clock = fakeClock(1000);
    clock.advance(1.75);
    expect([clock.epochMs(), clock.monotonicMs()]).toEqual([1001, 1.75]);
    clock.jumpEpoch(500);
    expect([clock.epochMs(), clock.monotonicMs()]).toEqual([1501, 1.75]);
  });

  test("begins at the moment of the field notes' signing samples", () => {
    expect([fakeClock().epochMs(), fakeClock().monotonicMs()]).toEqual([headerSigningSamples[0]?.timestampMs, 0]);
  });

  test("stands at the end of its way, also where no timer was due", async () => {
    const clock = fakeClock();
    clock.advance(30);
    await clock.advanceAndSettle(12);
    expect([clock.monotonicMs(), clock.pending()]).toEqual([42, 0]);
  });

  test("lets chains of promises settle before the first timer and after each", async () => {
    const clock = fakeClock();
    const chain = async (): Promise<void> => {
      for (let turn = 0; turn < 15; turn++) {
        await undefined;
      }
    };
    const ran: number[] = [];
    void chain().then(() =>
      clock.after(5, () => void chain().then(() => clock.after(5, () => ran.push(clock.monotonicMs())))),
    );
    await clock.advanceAndSettle(10);
    expect(ran).toEqual([10]);
  });

  test("a hundred thousand timers may run at one moment, one more is without end", () => {
    const scheduleInTurn = (clock: FakeClock, count: number): void => {
      if (count > 0) {
        clock.after(0, () => scheduleInTurn(clock, count - 1));
      }
    };
    const patient = fakeClock();
    scheduleInTurn(patient, 100_000);
    patient.advance(1);
    expect(patient.pending()).toBe(0);
    const spinning = fakeClock();
    spinning.advance(7);
    scheduleInTurn(spinning, 100_001);
    expect(() => spinning.advance(1)).toThrow(
      new Error("more than 100000 timers ran at 7 ms: one schedules the next without end"),
    );
  });
});
