import type { JournalStep } from "@depthwire/sandbox/internal";
import type { KillPoint } from "./child-orders.js";

/** How one sandbox is to be killed. */
export interface Death {
  /** Where it kills itself; absent: from outside, at any moment. */
  readonly point?: KillPoint;
  /** When it is killed from outside if it still lives, in milliseconds after its first acknowledged order. */
  readonly afterMs: number;
}

/** Steps with how often each is chosen, and how many of them a sandbox meets before it dies at the latest. */
const points: readonly { readonly step: JournalStep; readonly weight: number; readonly maxCount: number }[] = [
  { step: "page-begun", weight: 5, maxCount: 60 },
  { step: "page-written", weight: 5, maxCount: 60 },
  { step: "snapshot-begun", weight: 1, maxCount: 3 },
  { step: "snapshot-part-written", weight: 2, maxCount: 4 },
  { step: "snapshot-written", weight: 1, maxCount: 3 },
  { step: "trimmed", weight: 1, maxCount: 3 },
];

/** How often a sandbox is killed from outside, among those that kill themselves. */
const outsideWeight = 8;

/** The latest moment from outside, and how long a point may let wait, in milliseconds. */
const latestMs = 150;
const patienceMs = 400;

/** A number in [0, 1). */
export type Draw = () => number;

/** A number in [0, 1) after the other, from a seed (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The next death of a plan. */
export function nextDeath(draw: Draw): Death {
  const total = points.reduce((sum, { weight }) => sum + weight, outsideWeight);
  let left = draw() * total - outsideWeight;
  if (left < 0) {
    return { afterMs: Math.floor(draw() * latestMs) };
  }
  for (const { step, weight, maxCount } of points) {
    left -= weight;
    if (left < 0) {
      return { point: { step, count: 1 + Math.floor(draw() * maxCount) }, afterMs: patienceMs };
    }
  }
  return { afterMs: 0 };
}
