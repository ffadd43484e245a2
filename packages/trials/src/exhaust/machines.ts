import type { Machine } from "./machine.js";
import { depthBookMachine } from "./machines/depth-book.js";
import { haltMachine } from "./machines/halt.js";
import { leaseMachine } from "./machines/lease.js";
import { linkMachine } from "./machines/link.js";
import { sequencerMachine } from "./machines/sequencer.js";
import { sessionMachine } from "./machines/session.js";
import { throttleMachine } from "./machines/throttle.js";

/** How far machines are explored: `full` takes minutes, `short` is for every change. */
export type ExhaustSize = "full" | "short";

/** A machine and how far it is explored. */
export interface SizedMachine {
  readonly machine: Machine;
  /** Longest history. */
  readonly depth: number;
}

/** Every machine at one size. */
export function machinesOf(size: ExhaustSize): readonly SizedMachine[] {
  const sized = <State, Move>(
    machine: Machine<State, Move>,
    depth: Readonly<Record<ExhaustSize, number>>,
  ): SizedMachine => ({
    // Whoever explores it hands its own states and moves back to it, and knows nothing of them.
    machine: machine as Machine,
    depth: depth[size],
  });
  const isFull = size === "full";
  return [
    sized(sequencerMachine({ states: isFull ? 5 : 4, pipe: 3, faults: 2 }), { full: 12, short: 6 }),
    sized(depthBookMachine({ states: isFull ? 4 : 3, pipe: 3, faults: 2 }), { full: 8, short: 5 }),
    sized(sessionMachine({ channels: isFull ? "abc" : "ab", fineness: isFull ? 2 : 1 }), { full: 80, short: 80 }),
    sized(throttleMachine({ calls: isFull ? 6 : 4, limit: isFull ? 3 : 2 }), { full: 9, short: 6 }),
    sized(haltMachine({ orders: 2, outages: 1 }), { full: 6, short: 4 }),
    sized(leaseMachine({ calls: 2, releases: 1, offers: 2 }), { full: 16, short: 9 }),
    sized(linkMachine({ states: 2, channel: 2, strangers: 1 }), { full: 11, short: 7 }),
  ];
}

/** Names of the machines, in the order in which they are explored. */
export const machineNames: readonly string[] = machinesOf("short").map(({ machine }) => machine.name);
