import type { AuditName, Finding } from "./audit/findings.js";
import { hasRelay, traders } from "./cast.js";
import { drawFaults } from "./faults/draw-faults.js";
import { type Fault, relayFaultKinds, venueFaultKinds } from "./faults/fault.js";
import { randomFor } from "./kernel/seeds.js";
import type { Plant } from "./plants/plant.js";
import { relayComputers } from "./relay/relay-site.js";
import { World } from "./world.js";

/** Faults begin and end before this, in milliseconds of simulated time. */
export const faultsUntilMs = 60_000;
/** After the last fault everything is live within this. */
export const liveWithinMs = 60_000;
/** What the last fault did is felt by now: a connection that is silent without a word is found by its heartbeat within 13 s. */
const settleMs = 16_000;
/** Then nobody begins anything, and every call ends: a signed request is good for half a minute. */
const quietWithinMs = 120_000;
/** What was told last is told everybody. */
const restMs = 10_000;

/** What is run. */
export interface SeedOptions {
  readonly seed: number;
  /** In place of what the seed draws. */
  readonly faults?: readonly Fault[] | undefined;
  readonly plant?: Plant | undefined;
  readonly tell?: ((line: string) => void) | undefined;
}

/** What one world came to. */
export interface SeedResult {
  readonly seed: number;
  readonly faults: readonly Fault[];
  readonly findings: readonly Finding[];
  readonly compared: Readonly<Partial<Record<AuditName, number>>>;
  readonly simulatedMs: number;
  /** The same for the same seed and faults. */
  readonly trace: string;
}

/** Faults of a seed, unless a script says others. */
export function faultsOf(seed: number): readonly Fault[] {
  const random = randomFor(seed, "faults");
  const untilMs = faultsUntilMs;
  const ofVenue = drawFaults(random, 2 + Math.floor(random() * 10), {
    kinds: venueFaultKinds,
    computers: traders,
    untilMs,
  });
  if (!hasRelay(seed)) {
    return ofVenue;
  }
  const ofRelay = drawFaults(randomFor(seed, "relay faults"), 2 + Math.floor(random() * 8), {
    kinds: relayFaultKinds,
    computers: relayComputers,
    untilMs,
  });
  return [...ofVenue, ...ofRelay].toSorted((left, right) => left.atMs - right.atMs);
}

/** Runs one world to its end. */
export async function runSeed({ seed, faults = faultsOf(seed), plant, tell }: SeedOptions): Promise<SeedResult> {
  const world = new World({ seed, plant, tell });
  const rejected = (error: unknown): void => world.uncaught("a promise", error);
  process.on("unhandledRejection", rejected);
  try {
    await live(world, faults);
  } finally {
    process.off("unhandledRejection", rejected);
  }
  return {
    seed,
    faults,
    findings: world.findings.found,
    compared: world.findings.compared,
    simulatedMs: world.timeline.nowMs,
    trace: world.trace.digest(),
  };
}

async function live(world: World, faults: readonly Fault[]): Promise<void> {
  world.suffer(faults);
  await world.timeline.runTo(faultsUntilMs + 1);
  world.endFaults();
  await world.timeline.runTo(faultsUntilMs + settleMs);
  await world.untilLive(liveWithinMs - settleMs);
  world.calm();
  for (let waitedMs = 0; !world.isQuiet && waitedMs < quietWithinMs; waitedMs += 1_000) {
    await world.timeline.runTo(world.timeline.nowMs + 1_000);
  }
  if (!world.isQuiet) {
    world.findings.add("liveness", `${quietWithinMs / 1_000} s after everything was live a call is still under way`);
  }
  world.empty();
  await world.timeline.runTo(world.timeline.nowMs + restMs);
  world.conclude();
}
