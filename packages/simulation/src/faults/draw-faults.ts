import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { maxRelayFaultMs } from "../relay/relay-faults.js";
import type { Fault, FaultKind } from "./fault.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
const maxForMs: Partial<Record<FaultKind, number>> = {
  ...maxRelayFaultMs,
  down: 12_000,
  slow: 10_000,
  "harmed-requests": 15_000,
  "kill-trader": 6_000,
  "kill-amid-order": 6_000,
  "kill-behind-lost-answer": 6_000,
  "pause-trader": 20_000,
  "kill-venue": 5_000,
  "kill-venue-amid-order": 5_000,
  "venue-power": 5_000,
  "venue-disk-full": 4_000,
  "trader-disk-full": 6_000,
  "clock-drift": 20_000,
};

/** What is drawn from. */
export interface FaultRange {
  readonly kinds: readonly FaultKind[];
  /** So many computers it may happen to. */
  readonly computers: number;
  /** Nothing begins later, or lasts longer. */
  readonly untilMs: number;
}

/** Draws what goes wrong. */
export function drawFaults(random: Random, count: number, { kinds, computers, untilMs }: FaultRange): readonly Fault[] {
  const faults = Array.from({ length: count }, (): Fault => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? "cut";
    const atMs = randomInteger(random, 4_000, untilMs);
    const forMs = Math.min(untilMs - atMs, randomInteger(random, 0, maxForMs[kind] ?? 0));
    return {
      kind,
      atMs,
      forMs,
      trader: randomInteger(random, 0, computers - 1),
      size: Math.floor(random() * 100) / 100,
    };
  });
  return faults.toSorted((left, right) => left.atMs - right.atMs);
}
