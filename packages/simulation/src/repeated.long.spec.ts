import { describe, expect, it } from "vitest";
import { threadsOf } from "./cast.js";
import { sealComputer } from "./kernel/sealed-computer.js";
import { runSeed, type SeedResult } from "./run-seed.js";
import { seedOf } from "./seed-of.spec-kit.js";

const ofTrader = seedOf({ traders: 1 });
const ofThreads = seedOf({ traders: 1, threaded: 1 }, (seed) => threadsOf(seed, 0).memory === "shared");
const ofRelay = seedOf({ hasRelay: true });
const ofDesk = seedOf({ hasDesk: true });
const ofAccelerator = seedOf({ hasAccelerator: true });

/** What a seed comes to where each use of the real computer is told. */
async function runSealed(seed: number): Promise<{ readonly result: SeedResult; readonly breaches: readonly string[] }> {
  const breaches: string[] = [];
  const unseal = sealComputer((what, stack) => {
    // The test's own runner goes on meanwhile.
    if (stack.includes("/packages/") && !stack.includes("node_modules/vitest")) {
      breaches.push(`${what} ${stack}`);
    }
  });
  try {
    return { result: await runSeed({ seed }), breaches };
  } finally {
    unseal();
  }
}

/** Runs each seed once, for all tests that only ask. */
function once<Result>(run: (seed: number) => Promise<Result>): (seed: number) => Promise<Result> {
  const runs = new Map<number, Promise<Result>>();
  return (seed) => {
    const result = runs.get(seed) ?? run(seed);
    runs.set(seed, result);
    return result;
  };
}

const sealedRun = once(runSealed);

describe("a simulated world", () => {
  it("does the same again with the same seed, and something else with another", async () => {
    const traces = new Set<string>();
    for (const seed of [ofTrader, ofThreads, ofRelay, ofDesk, ofAccelerator]) {
      const [first, again] = [await runSeed({ seed }), (await sealedRun(seed)).result];
      expect([seed, again.trace]).toEqual([seed, first.trace]);
      traces.add(first.trace);
    }
    expect(traces.size).toBe(5);
  });

  it("asks the real computer for no time, no chance and no timer", async () => {
    for (const seed of [ofTrader, ofThreads, ofRelay, ofDesk, ofAccelerator]) {
      expect([seed, (await sealedRun(seed)).breaches]).toEqual([seed, []]);
    }
  });
});
