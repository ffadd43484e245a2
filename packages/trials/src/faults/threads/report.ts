import type { CommandOutcome } from "@depthwire/tools/command-line";
import type { Death, Recovery } from "./killed-shard.js";

/** What a report is made of. */
export interface ThreadResult {
  readonly wanted: number;
  readonly seed: number;
  readonly elapsedMs: number;
  readonly recoveries: readonly (Recovery & { readonly death: Death })[];
  readonly killedWhileStarting: number;
  readonly threadsLost: number;
  /** Why the run ended early; undefined when it did not. */
  readonly failure: string | undefined;
}

/** The result as the command prints it. */
export function reportThreads(result: ThreadResult): CommandOutcome {
  const { recoveries, killedWhileStarting, threadsLost, seed, elapsedMs } = result;
  const kills = recoveries.filter(({ death }) => death !== "hang");
  const hangs = recoveries.filter(({ death }) => death === "hang");
  const summary = {
    kills: kills.length,
    staleMs: spread(kills.map(({ staleMs }) => staleMs)),
    liveMs: spread(kills.map(({ liveMs }) => liveMs)),
    hangs: hangs.length,
    hungStaleMs: spread(hangs.map(({ staleMs }) => staleMs)),
    hungLiveMs: spread(hangs.map(({ liveMs }) => liveMs)),
    killedWhileStarting,
    threadsLost,
    seed,
    seconds: Math.round(elapsedMs / 1000),
  };
  return { summary, text: describe(summary), failures: findFailures(result, kills.length, hangs.length) };
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Whole milliseconds; 0 of nothing. */
function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99), longest: at(1) };
}

function findFailures(result: ThreadResult, kills: number, hangs: number): string[] {
  const { wanted, killedWhileStarting, threadsLost, failure } = result;
  const failures: string[] = failure === undefined ? [] : [failure];
  if (killedWhileStarting > 0) {
    failures.push(`${killedWhileStarting} threads were ended for silence while they started`);
  }
  if (kills < wanted) {
    failures.push(`kills: ${kills}, at least ${wanted} wanted`);
  }
  if (threadsLost < kills + hangs) {
    failures.push(`threads lost: ${threadsLost}, at least ${kills + hangs} wanted`);
  }
  return failures;
}

function describe(summary: Readonly<Record<string, number | Spread>>): string {
  const width = Math.max(...Object.keys(summary).map(({ length }) => length));
  return Object.entries(summary)
    .map(([name, value]) => `${name.padEnd(width)}  ${typeof value === "number" ? value : describeSpread(value)}`)
    .join("\n");
}

function describeSpread({ p50, p99, longest }: Spread): string {
  return `median ${p50}, p99 ${p99}, longest ${longest}`;
}
