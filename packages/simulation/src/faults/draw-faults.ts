import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { type Fault, type FaultKind, faultKinds } from "./fault.js";

/** How long each kind lasts at most, in milliseconds; those that are not named are over at once. */
const maxForMs: Partial<Record<FaultKind, number>> = {
  down: 12_000,
  slow: 10_000,
  "harmed-requests": 15_000,
  "kill-trader": 6_000,
  "kill-amid-order": 6_000,
  "pause-trader": 20_000,
  "kill-venue": 5_000,
  "kill-venue-amid-order": 5_000,
  "venue-power": 5_000,
  "venue-disk-full": 4_000,
  "trader-disk-full": 6_000,
  "clock-drift": 20_000,
};

/** Draws what goes wrong. @param untilMs nothing begins later, or lasts longer */
export function drawFaults(random: Random, count: number, traders: number, untilMs: number): readonly Fault[] {
  const faults = Array.from({ length: count }, (): Fault => {
    const kind = faultKinds[Math.floor(random() * faultKinds.length)] ?? "cut";
    const atMs = randomInteger(random, 4_000, untilMs);
    const forMs = Math.min(untilMs - atMs, randomInteger(random, 0, maxForMs[kind] ?? 0));
    return { kind, atMs, forMs, trader: randomInteger(random, 0, traders - 1), size: Math.floor(random() * 100) / 100 };
  });
  return faults.toSorted((left, right) => left.atMs - right.atMs);
}
