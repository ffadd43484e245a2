import { expect, it, onTestFinished, vi } from "vitest";
import { holdSignals } from "../spec-support/signals.js";
import { outliveTerminal, runUntilTold } from "./end-when-told.js";

interface Run {
  readonly program: { announce: () => void; end: () => Promise<number> };
  readonly done: readonly string[];
}

function programOf(code = 0): Run {
  const done: string[] = [];
  const end = async (): Promise<number> => {
    done.push("ended");
    return code;
  };
  return { done, program: { announce: () => void done.push("announced"), end } };
}

it("starts nothing where the process was told to end before", async () => {
  const start = vi.fn<() => Promise<never>>();
  expect(await runUntilTold(start, true)).toBe(130);
  expect(start).not.toHaveBeenCalled();
});

it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "ends with the program's own code when %s comes, once",
  async (signal) => {
    const { tell, exits } = holdSignals();
    const { program, done } = programOf(7);
    const run = runUntilTold(async () => program);
    await expect.poll(() => done).toEqual(["announced"]);
    expect(exits).toEqual([]);
    tell(signal);
    tell(signal);
    await run;
    expect(done).toEqual(["announced", "ended"]);
    expect(exits).toEqual([7]);
  },
);

it("closes what it opened, and says nothing, where it was told to end meanwhile", async () => {
  const { tell, exits } = holdSignals();
  const { program, done } = programOf(0);
  await runUntilTold(async () => {
    tell("SIGINT");
    return program;
  });
  expect(done).toEqual(["ended"]);
  expect(exits[0]).toBe(130);
});

it("waits five seconds for a start that is told to end, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { tell, exits } = holdSignals();
  void runUntilTold(() => new Promise(() => {}));
  tell("SIGTERM");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(exits).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([130]);
});

it("takes as long to end as it takes, once it has started", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { tell, exits } = holdSignals();
  void runUntilTold(async () => ({ announce: () => {}, end: () => new Promise(() => {}) }));
  await vi.advanceTimersByTimeAsync(0);
  tell("SIGTERM");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(exits).toEqual([]);
});

it("leaves descriptors alone that are no terminals", () => {
  expect(outliveTerminal()).not.toThrow();
});
