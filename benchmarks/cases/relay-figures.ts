import type { AskedProcess } from "../runner/asked-process.js";
import type { RelayAnswer, RelayOrder } from "../runner/relay-entry.js";
import type { Goal } from "./goals.js";

/** What a part of the case `relay` found. */
export interface RelayFigures {
  readonly measures: Readonly<Record<string, number>>;
  readonly goals: readonly Goal[];
}

/** An engine in a process of its own. */
export type RelayProcess = AskedProcess<RelayOrder, RelayAnswer>;

/** Microseconds, to the hundredth. */
export function rounded(us: number): number {
  return Math.round(us * 100) / 100;
}
