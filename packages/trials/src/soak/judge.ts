import type { CommandOutcome } from "@depthwire/tools/command-line";
import type { ClientReport } from "./messages.js";
import { minPoints, type Point, type Slope, slopeOf } from "./slope.js";

/** `above`: the whole interval is; `uncertain`: the bound lies within it, or the run was too short to tell. */
export type BoundVerdict = "within" | "uncertain" | "above";

/** The JSON of `--json`. */
export interface SoakSummary {
  readonly minutes: number;
  readonly messages: number;
  readonly views: number;
  readonly orders: number;
  readonly orderErrors: number;
  readonly reconnects: number;
  readonly accountGaps: number;
  /** Slope of the heap after collections, behind the warm-up, in megabytes (10^6 bytes) an hour. */
  readonly heapSlopeMegabytesPerHour: number;
  /** Holds the true slope 19 times of 20. */
  readonly interval: Slope["interval"];
  readonly heap: BoundVerdict;
  readonly cycles: number;
  /** Slope of the heap over connected and closed clients. */
  readonly bytesPerCycle: number;
  /** Holds the true one 19 times of 20. */
  readonly cycleInterval: Slope["interval"];
  readonly cycleHeap: BoundVerdict;
  /** What is still open when everything was closed. */
  readonly handles: number;
  readonly handleKinds: readonly string[];
}

/** Most that the heap may grow under steady traffic. */
export const maxMegabytesPerHour = 0.5;
/** Most that a client that was closed may leave behind. */
export const maxBytesPerCycle = 50;

/** Caches fill and code is compiled for longer than this: a slope over less says nothing of the hours behind it. */
const minMinutes = 20;
/** The same for clients that come and go. */
const minCycles = 1_000;
/** Samples of this first part of the time are left out: caches fill, code is compiled. */
const warmUpPart = 0.25;
const bytesPerMegabyte = 1_000_000;
const millisecondsPerHour = 3_600_000;
const megabytesPerHour = millisecondsPerHour / bytesPerMegabyte;

/** Says what was measured, and what of it is too much. */
export function judgeSoak(
  minutes: number,
  { steady, cycleHeap, cycles, handles }: ClientReport,
): CommandOutcome<SoakSummary> {
  const heap = scaled(slopeOf(behindWarmUp(steady.heap)), megabytesPerHour);
  const cycle = slopeOf(cycleHeap);
  const { messages, views, orders, orderErrors, reconnects, accountGaps } = steady;
  const summary: SoakSummary = {
    minutes,
    messages,
    views,
    orders,
    orderErrors,
    reconnects,
    accountGaps,
    heapSlopeMegabytesPerHour: toThousandths(heap.estimate),
    interval: [toThousandths(heap.interval[0]), toThousandths(heap.interval[1])],
    heap: minutes < minMinutes ? "uncertain" : verdictOf(heap, maxMegabytesPerHour),
    cycles,
    bytesPerCycle: toThousandths(cycle.estimate),
    cycleInterval: [toThousandths(cycle.interval[0]), toThousandths(cycle.interval[1])],
    cycleHeap: cycles < minCycles ? "uncertain" : verdictOf(cycle, maxBytesPerCycle),
    handles: handles.length,
    handleKinds: handles,
  };
  return { summary, text: describe(summary), failures: failuresOf(summary) };
}

function behindWarmUp(points: readonly Point[]): readonly Point[] {
  const endMs = points.at(-1)?.x ?? 0;
  const kept = points.filter(({ x }) => x >= endMs * warmUpPart);
  return kept.length < minPoints ? points : kept;
}

function verdictOf({ interval: [lower, upper] }: Slope, bound: number): BoundVerdict {
  if (upper <= bound) {
    return "within";
  }
  return lower > bound ? "above" : "uncertain";
}

function failuresOf(summary: SoakSummary): readonly string[] {
  const { heap, cycleHeap, handles, handleKinds, messages, orders, reconnects } = summary;
  return [
    ...(heap === "above" ? [`the heap grows by more than ${maxMegabytesPerHour} MB an hour`] : []),
    ...(cycleHeap === "above" ? [`a closed client leaves more than ${maxBytesPerCycle} bytes behind`] : []),
    ...(handles > 0 ? [`still open when everything was closed: ${handleKinds.join(", ")}`] : []),
    ...(messages > 0 && orders > 0 && reconnects > 0
      ? []
      : ["there was no traffic with orders and reconnects: nothing is shown"]),
  ];
}

function describe(summary: SoakSummary): string {
  const { minutes, messages, orders, orderErrors, reconnects, accountGaps, cycles, handles } = summary;
  return [
    `${minutes} minutes: ${messages} messages, ${orders} orders (${orderErrors} with errors), ${reconnects} reconnects, ${accountGaps} gaps of the account`,
    `heap: ${summary.heapSlopeMegabytesPerHour} MB/h, in [${summary.interval.join(", ")}], bound ${maxMegabytesPerHour}: ${summary.heap}`,
    `${cycles} cycles: ${summary.bytesPerCycle} bytes each, in [${summary.cycleInterval.join(", ")}], bound ${maxBytesPerCycle}: ${summary.cycleHeap}`,
    `open at the end: ${handles}`,
  ].join("\n");
}

function scaled({ estimate, interval: [lower, upper] }: Slope, factor: number): Slope {
  return { estimate: estimate * factor, interval: [lower * factor, upper * factor] };
}

function toThousandths(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
