import { acceleratorComputers } from "./accelerator/accelerator-site.js";
import type { AuditName, Finding } from "./audit/findings.js";
import { castOf } from "./cast.js";
import { deskComputers } from "./desk/desk-site.js";
import { drawFaults } from "./faults/draw-faults.js";
import {
  acceleratorFaultKinds,
  deskFaultKinds,
  type Fault,
  type FaultKind,
  relayFaultKinds,
  threadFaultKinds,
  traderFaultKinds,
  venueFaultKinds,
} from "./faults/fault.js";
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
/** What of the venue an accelerator suffers too. */
const venueFaultsBesideAccelerators = ["kill-venue", "venue-disk-full", "message-faults", "refused-requests"] as const;
/** A run is looked at so often, in milliseconds of simulated time. */
const stepMs = 1_000;

/** What is run. */
export interface SeedOptions {
  readonly seed: number;
  /** In place of what the seed draws. */
  readonly faults?: readonly Fault[] | undefined;
  readonly plant?: Plant | undefined;
  /** The run ends once one of these has found something; absent: it lasts as long as it lasts. */
  readonly untilFoundBy?: readonly AuditName[] | undefined;
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

/** Faults of a seed, unless a script says others: of each part of its cast some, after a habit of their own. */
export function faultsOf(seed: number): readonly Fault[] {
  const { traders, threaded, hasRelay, hasDesk, hasAccelerator } = castOf(seed);
  const draw = (purpose: string, kinds: readonly FaultKind[], computers: number): readonly Fault[] => {
    const random = randomFor(seed, purpose);
    return drawFaults(random, 2 + Math.floor(random() * 9), { kinds, computers, untilMs: faultsUntilMs });
  };
  return [
    ...(traders > 0 ? draw("faults", [...venueFaultKinds, ...traderFaultKinds], traders) : []),
    ...(threaded > 0 ? draw("thread faults", threadFaultKinds, threaded) : []),
    ...(hasRelay ? draw("relay faults", [...relayFaultKinds, "kill-venue"], relayComputers) : []),
    ...(hasDesk ? draw("desk faults", [...deskFaultKinds, "kill-venue", "refused-requests"], deskComputers) : []),
    ...(hasAccelerator
      ? draw("accelerator faults", [...acceleratorFaultKinds, ...venueFaultsBesideAccelerators], acceleratorComputers)
      : []),
  ].toSorted((left, right) => left.atMs - right.atMs);
}

/** Runs one world to its end. */
export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { seed, faults = faultsOf(seed), plant, untilFoundBy = [], tell } = options;
  const world = new World({ seed, plant, tell });
  const rejected = (error: unknown): void => world.uncaught("a promise", error);
  process.on("unhandledRejection", rejected);
  try {
    await live(world, faults, () => world.findings.found.some(({ audit }) => untilFoundBy.includes(audit)));
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

async function live(world: World, faults: readonly Fault[], isDone: () => boolean): Promise<void> {
  const { timeline } = world;
  /** Lets time pass until it holds, or the time is over. */
  const pass = async (untilMs: number, holds: () => boolean = () => false): Promise<void> => {
    while (timeline.nowMs < untilMs && !isDone() && !holds()) {
      await timeline.runTo(Math.min(untilMs, timeline.nowMs + stepMs));
    }
  };
  world.suffer(faults);
  await pass(faultsUntilMs + 1);
  world.endFaults();
  await pass(faultsUntilMs + settleMs);
  await pass(faultsUntilMs + liveWithinMs, () => world.waitsFor().length === 0);
  world.requireLive();
  world.calm();
  await pass(timeline.nowMs + quietWithinMs, () => world.isQuiet);
  if (!world.isQuiet) {
    world.findings.add("liveness", `${quietWithinMs / 1_000} s after everything was live a call is still under way`);
  }
  world.empty();
  await pass(timeline.nowMs + restMs);
  world.conclude();
}
