import { describe, expect, it } from "vitest";
import { hasRelay } from "./cast.js";
import type { Fault, FaultKind } from "./faults/fault.js";
import { sealComputer } from "./kernel/sealed-computer.js";
import { plants } from "./plants/index.js";
import { findPlant } from "./run.js";
import { runSeed } from "./run-seed.js";

function fault(kind: FaultKind, atMs: number, forMs: number, trader: number, size: number): Fault {
  return { kind, atMs, forMs, trader, size };
}

/** Each owner stands still for longer than its lease: the other one takes its place. */
const handedBack: readonly Fault[] = [
  fault("relay-pause", 15_000, 8_000, 0, 0.5),
  fault("relay-pause", 32_000, 8_000, 1, 0.5),
];

/** Planted faults with a seed, and faults that bring about what they get wrong. */
const scripts: readonly (readonly [string, number, readonly Fault[]])[] = [
  [
    "unknown-is-refused",
    1,
    [fault("kill-behind-lost-answer", 12_000, 1_500, 0, 0.1), fault("kill-behind-lost-answer", 14_000, 1_500, 1, 0.2)],
  ],
  ["holes-pass", 3, [fault("bus-loss", 15_000, 20_000, 2, 0.4)]],
  ["echo-not-required", 3, [fault("bus-slow", 20_000, 12_000, 2, 0.8)]],
  ["terms-not-checked", 3, handedBack],
  ["newer-owners-unheard", 3, [fault("relay-kill", 15_000, 3_000, 0, 0.5), fault("relay-kill", 32_000, 3_000, 1, 0.5)]],
  ["lease-by-own-time", 3, handedBack],
];

describe("a simulated world", () => {
  it("with a relay comes to nothing that must not be", async () => {
    const seed = 3;
    const { findings, compared } = await runSeed({ seed });
    expect(findings).toEqual([]);
    for (const name of ["books", "live", "events", "orders", "limits", "money", "secrets", "memory"] as const) {
      expect([name, compared[name] ?? 0]).not.toEqual([name, 0]);
    }
    expect((compared.relay ?? 0) > 0).toBe(hasRelay(seed));
  });

  it("does the same again with the same seed, and something else with another", async () => {
    const [first, again, other] = [await runSeed({ seed: 9 }), await runSeed({ seed: 9 }), await runSeed({ seed: 5 })];
    expect(again.trace).toBe(first.trace);
    expect(other.trace).not.toBe(first.trace);
  });

  it("asks the real computer for no time, no chance and no timer", async () => {
    const breaches: string[] = [];
    const unseal = sealComputer((what, stack) => {
      // The test's own runner goes on meanwhile.
      if (stack.includes("/packages/") && !stack.includes("node_modules/vitest")) {
        breaches.push(`${what} ${stack}`);
      }
    });
    try {
      await runSeed({ seed: 3 });
    } finally {
      unseal();
    }
    expect(breaches).toEqual([]);
  });
});

describe("planted faults", () => {
  it.each(scripts)("%s is found where a world suffers what it gets wrong", async (name, seed, faults) => {
    const plant = plants.find((one) => one.name === name);
    const { findings } = await runSeed({ seed, faults, plant });
    const by = findings.map(({ audit }) => audit);
    expect(plant?.foundBy.some((audit) => by.includes(audit))).toBe(true);
  });

  it.each(scripts.slice(0, 5))(
    "%s is what was found: without it nothing is, of the same faults",
    async (_, seed, faults) => {
      expect((await runSeed({ seed, faults })).findings).toEqual([]);
    },
  );

  // Those that the first worlds show. The command looks for all of them.
  it.each(["lost-fills", "secrets-in-the-log", "money-from-nowhere", "generous-insurance", "halt-in-name-only"])(
    "%s is found",
    async (name) => {
      const plant = plants.find((one) => one.name === name);
      expect(plant).toBeDefined();
      const found = plant && (await findPlant(plant, { from: 1, seeds: 5 }));
      expect(found?.by).toBeDefined();
    },
  );
});
