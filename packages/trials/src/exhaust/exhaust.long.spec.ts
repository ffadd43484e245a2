import { describe, expect, it, test } from "vitest";
import { explore } from "./explore.js";
import type { Machine } from "./machine.js";
import { machineNames, machinesOf } from "./machines.js";
import { parseExhaustOptions } from "./options.js";
import { plantedFaults } from "./planted.js";
import { exploreProduct } from "./run.js";
import { SeenStates } from "./seen-states.js";

const silent = { out: () => undefined, err: () => undefined };

/** Counters of two that go round; one wrong place. */
function counters(restore: Machine["restore"], wrong = ""): Machine<{ a: number; b: number }, "a" | "b"> {
  return {
    name: "counters",
    restore,
    begin: () => ({ a: 0, b: 0 }),
    moves: ({ a }) => (a < 2 ? ["a", "b"] : ["a"]),
    step: (state, move) => {
      const after = restore === "kept" ? { ...state } : state;
      after[move] = (after[move] + 1) % 4;
      return after;
    },
    key: ({ a, b }) => `${a},${b}`,
    fault: ({ a, b }) => (`${a},${b}` === wrong ? "wrong" : undefined),
    describe: (move) => move,
  };
}

describe("an exploration", () => {
  it.each(["kept", "replayed"] as const)("looks at each state once, whether it is %s", async (restore) => {
    const whole = await explore(counters(restore), 50);
    // From each of 8 states two moves, from each of the other 8 one.
    expect(whole).toEqual({ states: 16, steps: 24, depth: 7, reach: "whole", violation: undefined });
    expect(await explore(counters(restore), 2)).toMatchObject({ states: 6, depth: 2, reach: "to-depth" });
  });

  it.each(["kept", "replayed"] as const)(
    "tells the shortest history of a fault, with states that are %s",
    async (restore) => {
      const { violation, depth } = await explore(counters(restore, "2,1"), 50);
      expect(violation).toEqual({ fault: "wrong", history: ["a", "b", "a"] });
      expect(depth).toBe(3);
    },
  );
});

test("a table of seen states keeps all of them apart, however large it gets", () => {
  const seen = new SeenStates();
  let added = 0;
  for (let round = 0; round < 2; round++) {
    for (let state = 0; state < 200_000; state++) {
      added += seen.add(`state ${state} of many`) ? 1 : 0;
    }
  }
  expect([added, seen.size]).toEqual([200_000, 200_000]);
});

describe("machines of the product", () => {
  // As deep as a run of all specs has time for; the command goes deeper.
  const machines = machinesOf("short").map(({ machine, depth }) => [machine.name, machine, depth] as const);

  it.each(machines)("%s: no history breaks a rule", async (name, machine, depth) => {
    const { violation, states } = await explore(
      machine,
      Math.min(depth, name === "halt" || name === "depth-book" ? 3 : 5),
    );
    expect(violation).toBeUndefined();
    expect(states).toBeGreaterThan(90);
  });

  it.each(plantedFaults())("$name: what is planted is found", async ({ machine, depth }) => {
    const { violation } = await explore(machine, depth);
    expect(violation?.history.length).toBeLessThanOrEqual(depth);
    expect(violation?.fault).toEqual(expect.any(String));
  });

  it("have something planted in each", () => {
    expect(new Set(plantedFaults().map(({ machine }) => machine.name))).toEqual(new Set(machineNames));
  });

  it("add up to a summary", async () => {
    const { summary, failures, text } = await exploreProduct({ size: "short", machine: "session" });
    expect(summary).toMatchObject({ machines: 1, violations: 0, explored: [{ machine: "session", reach: "whole" }] });
    expect(summary.states).toBe(summary.explored[0]?.states);
    expect(failures).toEqual([]);
    expect(text).toContain("session: ");
  });
});

test("reads its command line", () => {
  const usual = { size: "full", machine: undefined, subject: "product", summary: "text" };
  expect(parseExhaustOptions([], silent)).toEqual(usual);
  expect(parseExhaustOptions(["--short", "--json"], silent)).toEqual({ ...usual, size: "short", summary: "json" });
  expect(parseExhaustOptions(["--planted", "--machine", "lease"], silent)).toEqual({
    ...usual,
    subject: "planted",
    machine: "lease",
  });
  expect(parseExhaustOptions(["--machine", "clock"], silent)).toEqual({ exitCode: 2 });
  expect(parseExhaustOptions(["--help"], silent)).toEqual({ exitCode: 0 });
});
