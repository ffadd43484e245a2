import { expect, test } from "vitest";
import { judgeThread, defaultThreadWatchOptions as options, type ThreadWatchState } from "./thread-watch.js";

const running: ThreadWatchState = { startedAtMs: 0, heardAtMs: 10_000, askedAtMs: 10_000, dueAtMs: 10_000 };

/** The verdict of a look that came in time. */
function look(state: Partial<ThreadWatchState>, nowMs: number) {
  return judgeThread(options, { ...running, dueAtMs: nowMs, ...state }, nowMs);
}

test("asks when no question is open", () => {
  expect(look({ askedAtMs: undefined }, 10_100)).toBe("ask");
});

test.each([
  [1_000, "wait"],
  [1_001, "silent"],
  [5_000, "silent"],
  [5_001, "dead"],
] as const)("a question that is open for %i ms: %s", (silentMs, verdict) => {
  expect(look({}, 10_000 + silentMs)).toBe(verdict);
});

test("any message is life, an answer or not", () => {
  expect(look({ heardAtMs: 15_000 }, 16_000)).toBe("wait");
  expect(look({ heardAtMs: 15_000 }, 20_000)).toBe("silent");
  expect(look({ heardAtMs: 15_000 }, 20_001)).toBe("dead");
});

test("a new thread may take its time to start, not for ever", () => {
  const starting = { startedAtMs: 0, heardAtMs: undefined, askedAtMs: 0 };
  expect(look(starting, 30_000)).toBe("wait");
  expect(look(starting, 30_001)).toBe("dead");
});

test("a look that comes late condemns nobody: the main thread slept", () => {
  expect(look({ dueAtMs: 20_000 - 251 }, 20_000)).toBe("wait");
  expect(look({ dueAtMs: 20_000 - 250 }, 20_000)).toBe("dead");
});
