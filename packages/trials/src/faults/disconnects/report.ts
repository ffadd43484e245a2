import type { EngineStatistics } from "@depthwire/stream";
import type { WitnessSum } from "@depthwire/testkit";
import type { CommandOutcome } from "@depthwire/tools/command-line";
import { messageHarms, mustBeNoticed } from "./message-harms.js";
import { roundKinds } from "./plan.js";
import type { DisconnectTally, RoundPart } from "./tally.js";

/** What a report is made of. */
export interface DisconnectResult {
  readonly wanted: number;
  readonly seed: number;
  readonly elapsedMs: number;
  readonly tally: DisconnectTally;
  readonly witnessed: WitnessSum;
  readonly statistics: CountedStatistics;
}

/** Counts of the engines. */
export type CountedStatistics = Pick<
  EngineStatistics,
  | "gaps"
  | "resyncs"
  | "reconnects"
  | "connectFailures"
  | "duplicates"
  | "staleSnapshots"
  | "internalErrors"
  | "rejected"
>;

/** Live views that are compared for each disconnect, at least: two books before it and two behind it. */
const minComparedEach = 4;
const maxShownExamples = 5;

/** The result as the command prints it. */
export function reportDisconnects(result: DisconnectResult): CommandOutcome {
  const { tally, witnessed, statistics, seed, elapsedMs } = result;
  const { equal, forgotten, crossedLive, divergences } = witnessed;
  const { rejected, ...counts } = statistics;
  const summary = {
    disconnects: tally.disconnects,
    compared: equal + divergences.length,
    divergent: divergences.length,
    crossedLive,
    lostWithoutGap: tally.lostWithoutGap.length,
    unrecovered: tally.unrecovered.length,
    forgotten,
    ...counts,
    rejected,
    coverage: tally.coverage,
    seed,
    seconds: Math.round(elapsedMs / 1000),
  };
  return { summary, text: describe(result, summary.compared), failures: findFailures(result, summary.compared) };
}

/** What is wrong, or missing: a run that harmed or compared too little proves nothing. */
function findFailures({ wanted, tally, witnessed, statistics }: DisconnectResult, compared: number): string[] {
  const found = [
    ...examples("live views differ from what was published", witnessed.divergences),
    ...examples("losses went unnoticed", tally.lostWithoutGap),
    ...examples("rounds did not end with live books", tally.unrecovered),
  ];
  const need = (what: string, got: number, min: number): void => {
    if (got < min) {
      found.push(`${what}: ${got}, at least ${min} wanted`);
    }
  };
  if (witnessed.crossedLive > 0) {
    found.push(`${witnessed.crossedLive} crossed views were live`);
  }
  if (statistics.internalErrors > 0) {
    found.push(`${statistics.internalErrors} internal errors`);
  }
  need("disconnects", tally.disconnects, wanted);
  need("views compared", compared, Math.max(1, wanted * minComparedEach));
  need("reconnects", statistics.reconnects, wanted);
  const lossy = messageHarms.filter(mustBeNoticed).length / messageHarms.length;
  need("resyncs", statistics.resyncs, Math.floor((wanted * lossy) / 2));
  for (const part of Object.keys(roundKinds) as RoundPart[]) {
    const kinds = roundKinds[part];
    const min = Math.floor(wanted / kinds.length);
    // Some lanes have nothing compressed for the proxy to find.
    for (const kind of kinds) {
      need(`${part} ${kind}`, tally.coverage[part][kind] ?? 0, kind === "bit-flip" ? Math.floor(min / 2) : min);
    }
  }
  return found;
}

function examples(what: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`${all.length} ${what}: ${all.slice(0, maxShownExamples).join("; ")}`];
}

function describe({ tally, witnessed, statistics, elapsedMs, seed }: DisconnectResult, compared: number): string {
  const rejected = Object.entries(statistics.rejected).map(([code, times]) => `${code} ${times}`);
  const figures: readonly (readonly [string, string | number])[] = [
    ["disconnects", tally.disconnects],
    ["live views compared", compared],
    ["  divergent", witnessed.divergences.length],
    ["  crossed", witnessed.crossedLive],
    ["  no longer held by the exchange", witnessed.forgotten],
    ["lost without a gap", tally.lostWithoutGap.length],
    ["gaps seen", statistics.gaps],
    ["resyncs", statistics.resyncs],
    ["reconnects", statistics.reconnects],
    ["attempts that failed", statistics.connectFailures],
    ["messages refused", rejected.join(", ") || "none"],
    ["time", `${(elapsedMs / 1000).toFixed(1)} s, seed ${seed}`],
  ];
  const width = Math.max(...figures.map(([name]) => name.length));
  const kinds = Object.entries(tally.coverage).map(([part, counts]) => {
    const list = Object.entries(counts).toSorted(([left], [right]) => left.localeCompare(right));
    return `${part.padEnd(width)}  ${list.map(([kind, times]) => `${kind} ${times}`).join(", ")}`;
  });
  return [...figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`), ...kinds].join("\n");
}
