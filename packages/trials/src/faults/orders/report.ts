import type { CommandOutcome } from "@depthwire/tools/command-line";
import type { CarefulSum } from "./careful-house.js";
import { fateNames } from "./fates.js";
import { orderKinds } from "./order-plan.js";
import type { OrderTally } from "./tally.js";

/** What a report is made of. */
export interface OrderResult {
  readonly wanted: number;
  readonly throughSockets: number;
  readonly seed: number;
  readonly elapsedMs: number;
  readonly tally: OrderTally;
  /** Calls without an id. */
  readonly careful: CarefulSum;
}

const maxShownExamples = 5;

/** Least share of all orders that each way to a belief must have had: a run without it proves nothing of it. */
const minShares = {
  "placed, answered": 0.05,
  "placed, resolved": 0.05,
  "rejected, answered": 0.01,
  "notPlaced, not-sent": 0.01,
  "notPlaced, resolved": 0.05,
} as const;

/** Orders that arrive after their client gave up are the dangerous ones. */
const minLateShare = 0.01;

/** The result as the command prints it. */
export function reportOrders(result: OrderResult): CommandOutcome {
  const { tally, careful, seed, elapsedMs } = result;
  const { orders, duplicates, wrong, verdicts, lateArrivals, throughSockets, beliefs, fates, kinds } = tally;
  const summary = {
    orders,
    duplicates: duplicates.length,
    unknown: verdicts.unknown,
    wrong: wrong.length,
    verdicts,
    beliefs,
    withoutId: { calls: careful.calls, wrong: careful.wrong.length, verdicts: careful.verdicts },
    coverage: { fates, kinds, lateArrivals, throughSockets },
    seed,
    seconds: Math.round(elapsedMs / 1000),
  };
  return { summary, text: describe(result), failures: findFailures(result) };
}

/** What is wrong, or missing: a run that harmed too little proves nothing. */
function findFailures({ wanted, throughSockets, tally, careful }: OrderResult): string[] {
  const found = [
    ...examples("orders were placed more than once", tally.duplicates),
    ...examples("verdicts on calls without an id are wrong", careful.wrong),
    ...examples("verdicts are contradicted by the venue's records", tally.wrong),
  ];
  const need = (what: string, got: number, min: number): void => {
    if (got < min) {
      found.push(`${what}: ${got}, at least ${min} wanted`);
    }
  };
  const { unknown } = tally.verdicts;
  if (unknown > 0) {
    found.push(`${unknown} outcomes stayed unknown although the venue enforces its tolerance`);
  }
  if (careful.verdicts.unknown > 0) {
    found.push(`${careful.verdicts.unknown} calls without an id stayed unknown`);
  }
  need("orders", tally.orders, wanted);
  need("calls without an id", careful.calls, Math.floor(wanted / 100));
  need("orders through sockets", tally.throughSockets, throughSockets);
  for (const fate of fateNames) {
    need(`fate ${fate}`, tally.fates[fate] ?? 0, Math.floor(wanted / fateNames.length / 3));
  }
  for (const kind of orderKinds) {
    need(`kind ${kind}`, tally.kinds[kind] ?? 0, Math.floor(wanted / 20));
  }
  for (const [way, share] of Object.entries(minShares)) {
    need(`belief ${way}`, tally.beliefs[way] ?? 0, Math.floor(wanted * share));
  }
  need("arrivals after the client gave up", tally.lateArrivals, Math.floor(wanted * minLateShare));
  return found;
}

function examples(what: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`${all.length} ${what}: ${all.slice(0, maxShownExamples).join("; ")}`];
}

function describe({ tally, careful, elapsedMs, seed }: OrderResult): string {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([name, times]) => `${name} ${times}`)
      .join("; ");
  const figures: readonly (readonly [string, string | number])[] = [
    ["orders", tally.orders],
    ["  placed twice", tally.duplicates.length],
    ["  wrong verdicts", tally.wrong.length],
    ["  unknown in the end", tally.verdicts.unknown],
    ["arrived after the client gave up", tally.lateArrivals],
    ["through real sockets", tally.throughSockets],
    ["calls without an id", `${careful.calls}, wrong ${careful.wrong.length}; ${list(careful.verdicts)}`],
    ["beliefs", list(tally.beliefs)],
    ["fates", list(tally.fates)],
    ["orders by kind", list(tally.kinds)],
    ["time", `${(elapsedMs / 1000).toFixed(1)} s, seed ${seed}`],
  ];
  const width = Math.max(...figures.map(([name]) => name.length));
  return figures.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
