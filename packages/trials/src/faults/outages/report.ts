import type { CommandOutcome } from "@depthwire/tools/command-line";
import { happeningNames } from "./happenings.js";
import { outageKinds } from "./outage-kinds.js";
import type { OutageTally } from "./tally.js";

/** What a report is made of. */
export interface OutageResult {
  readonly wanted: number;
  readonly seed: number;
  readonly elapsedMs: number;
  readonly tally: OutageTally;
}

const maxShownExamples = 5;
/** What one outage brings on an average, at least: else too little happened to be missed. */
const minEach = { fills: 1.5, duringOutages: 0.75, byQuery: 0.5 } as const;

/** The result as the command prints it. */
export function reportOutages(result: OutageResult): CommandOutcome {
  const { tally, seed, elapsedMs } = result;
  const { outages, fills, fillsDuringOutages, fillsByQuery, passiveChanges, requests } = tally;
  const summary = {
    outages,
    fills,
    lost: tally.lost.length,
    doubled: tally.doubled.length,
    differences: tally.differences.length,
    unrecovered: tally.unrecovered.length,
    coverage: {
      fillsDuringOutages,
      fillsByQuery,
      passiveChanges,
      requests,
      kinds: tally.kinds,
      happenings: tally.happenings,
      events: tally.events,
    },
    seed,
    seconds: Math.round(elapsedMs / 1000),
  };
  return { summary, text: describe(result), failures: findFailures(result) };
}

/** What is wrong, or missing: a run in which too little happened proves nothing. */
function findFailures({ wanted, tally }: OutageResult): string[] {
  const found = [
    ...examples("fills were lost", tally.lost),
    ...examples("fills were delivered that were not made once", tally.doubled),
    ...examples("differences from the venue remain", tally.differences),
    ...examples("streams were not whole again", tally.unrecovered),
  ];
  const need = (what: string, got: number, min: number): void => {
    if (got < min) {
      found.push(`${what}: ${got}, at least ${Math.floor(min)} wanted`);
    }
  };
  need("outages", tally.outages, wanted);
  need("fills", tally.fills, wanted * minEach.fills);
  need("fills during outages", tally.fillsDuringOutages, wanted * minEach.duringOutages);
  need("fills by query", tally.fillsByQuery, wanted * minEach.byQuery);
  need("passive changes", tally.passiveChanges, Math.floor(wanted / 20));
  need("gaps that were closed", tally.events["gap-closed"] ?? 0, Math.floor(wanted / 2));
  for (const kind of outageKinds) {
    need(`outage ${kind}`, tally.kinds[kind] ?? 0, Math.floor(wanted / outageKinds.length));
  }
  for (const name of happeningNames) {
    need(`happening ${name}`, tally.happenings[name] ?? 0, Math.floor(wanted / happeningNames.length));
  }
  return found;
}

function examples(what: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`${all.length} ${what}: ${all.slice(0, maxShownExamples).join("; ")}`];
}

function describe({ tally, elapsedMs, seed }: OutageResult): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([name, times]) => `${name} ${times}`)
      .join(", ");
  const figures: readonly (readonly [string, string | number])[] = [
    ["outages", tally.outages],
    ["  not recovered from", tally.unrecovered.length],
    ["fills", tally.fills],
    ["  made during outages", tally.fillsDuringOutages],
    ["  found by asking", tally.fillsByQuery],
    ["  lost", tally.lost.length],
    ["  doubled", tally.doubled.length],
    ["passive changes", tally.passiveChanges],
    ["differences from the venue", tally.differences.length],
    ["requests of reconciliations", tally.requests],
    ["outages by kind", list(tally.kinds)],
    ["happenings", list(tally.happenings)],
    ["events", list(tally.events)],
    ["time", `${(elapsedMs / 1000).toFixed(1)} s, seed ${seed}`],
  ];
  const width = Math.max(...figures.map(([name]) => name.length));
  return figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
