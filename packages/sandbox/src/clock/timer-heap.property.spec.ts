import * as fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualClock } from "./virtual-clock.js";

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("set" as const), delayMs: fc.integer({ min: 0, max: 50 }) }),
    fc.record({ kind: fc.constant("cancel" as const), index: fc.nat(40) }),
    fc.record({ kind: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 30 }) }),
  ),
  { maxLength: 80 },
);

test("timers run at their time, in the order of it and of their setting, unless taken back", () =>
  fc.assert(
    fc.property(steps, (all) => {
      const clock = new VirtualClock(0);
      const set: { readonly dueMs: number; isGone: boolean; readonly cancel: () => void }[] = [];
      const ran: [timer: number, atMs: number][] = [];
      const expected: typeof ran = [];
      for (const step of all) {
        if (step.kind === "set") {
          const index = set.length;
          const cancel = clock.after(step.delayMs, () => ran.push([index, clock.monotonicMs()]));
          set.push({ dueMs: clock.monotonicMs() + step.delayMs, isGone: false, cancel });
        } else if (step.kind === "cancel") {
          const timer = set[step.index];
          timer?.cancel();
          if (timer !== undefined) {
            timer.isGone = true;
          }
        } else {
          clock.advance(step.ms);
          const due = set.flatMap((timer, index) =>
            !timer.isGone && timer.dueMs <= clock.monotonicMs() ? [{ timer, index }] : [],
          );
          due.sort((left, right) => left.timer.dueMs - right.timer.dueMs || left.index - right.index);
          for (const { timer, index } of due) {
            timer.isGone = true;
            expected.push([index, timer.dueMs]);
          }
        }
      }
      expect(ran).toEqual(expected);
    }),
  ));
