import { describe, expect, it } from "vitest";
import { type BookReading, threadsOf } from "./cast.js";
import type { Fault, FaultKind } from "./faults/fault.js";
import { plants } from "./plants/index.js";
import { findPlant } from "./run.js";
import { runSeed } from "./run-seed.js";
import { seedOf } from "./seed-of.spec-kit.js";

const ofTraders = seedOf({ traders: 2 });
const ofLoop = ofThreads("loop");
const ofStates = ofThreads("every-state");
const ofRelay = seedOf({ hasRelay: true });
const ofDesk = seedOf({ hasDesk: true });
const ofAccelerator = seedOf({ hasAccelerator: true });

/** The first world whose one trader keeps its books in threads that share memory, and follows the second one so. */
function ofThreads(reading: BookReading): number {
  return seedOf({ traders: 1, threaded: 1 }, (seed) => {
    const { memory, secondBook } = threadsOf(seed, 0);
    return memory === "shared" && secondBook === reading;
  });
}

function fault(kind: FaultKind, atMs: number, forMs: number, trader: number, size: number): Fault {
  return { kind, atMs, forMs, trader, size };
}

/** Each owner stands still for longer than its lease: the other one takes its place. */
const handedBack: readonly Fault[] = [
  fault("relay-pause", 15_000, 8_000, 0, 0.5),
  fault("relay-pause", 32_000, 8_000, 1, 0.5),
];

/** Each program of the desk stands still in turn, with an order still on its way: the other one takes over. */
const congested: readonly Fault[] = Array.from({ length: 12 }, (_, number) =>
  fault("rival-congested-pause", 8_000 + number * 4_000, 6_000, number % 2, (number % 4) * 0.25),
);

/** The accelerator is killed as soon as an order has left, again and again. */
const killedAmidOrders: readonly Fault[] = Array.from({ length: 20 }, (_, number) =>
  fault("accelerator-kill-amid-order", 6_000 + number * 2_600, 400, 0, 0.05),
);

/** Planted faults with a seed, and faults that bring about what they get wrong. */
const scripts: readonly (readonly [string, number, readonly Fault[]])[] = [
  [
    "unknown-is-refused",
    ofTraders,
    [fault("kill-behind-lost-answer", 12_000, 1_500, 0, 0.1), fault("kill-behind-lost-answer", 14_000, 1_500, 1, 0.2)],
  ],
  ["thread-end-unheard", ofStates, [fault("thread-crash", 20_000, 0, 0, 0.5)]],
  ["pulse-goes-on", ofStates, [fault("thread-hang", 20_000, 800, 0, 0.5)]],
  ["news-unheard", ofLoop, []],
  ["states-left-out", ofStates, [fault("slow-thread-messages", 15_000, 10_000, 0, 0.9)]],
  ["holes-pass", ofRelay, [fault("bus-loss", 15_000, 20_000, 2, 0.4)]],
  ["echo-not-required", ofRelay, [fault("bus-slow", 20_000, 12_000, 2, 0.8)]],
  ["terms-not-checked", ofRelay, handedBack],
  [
    "newer-owners-unheard",
    ofRelay,
    [fault("relay-kill", 15_000, 3_000, 0, 0.5), fault("relay-kill", 32_000, 3_000, 1, 0.5)],
  ],
  ["impatient-heir", ofDesk, congested],
  ["sent-before-kept", ofAccelerator, killedAmidOrders],
  ["lease-by-own-time", ofRelay, handedBack],
  ["forgotten-names", ofAccelerator, killedAmidOrders],
];

describe("planted faults", () => {
  it.each(scripts)("%s is found where a world suffers what it gets wrong", async (name, seed, faults) => {
    const plant = plants.find((one) => one.name === name);
    const { findings } = await runSeed({ seed, faults, plant });
    const by = findings.map(({ audit }) => audit);
    expect(plant?.foundBy.some((audit) => by.includes(audit))).toBe(true);
  });

  it.each(scripts.slice(0, 11))(
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
