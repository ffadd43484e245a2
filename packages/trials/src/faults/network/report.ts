import type { CommandOutcome } from "@depthwire/tools/command-line";
import { type Findings, faultKinds } from "./findings.js";

/** One scenario and what it came to. */
export interface ScenarioResult {
  readonly name: string;
  readonly seconds: number;
  readonly findings: Findings;
}

/** What a report is made of. */
export interface NetworkResult {
  readonly wanted: number;
  readonly seed: number;
  readonly results: readonly ScenarioResult[];
  readonly elapsedMs: number;
}

const maxShownExamples = 5;

/** The result as the command prints it. */
export function reportNetwork(result: NetworkResult): CommandOutcome {
  const { results, seed, elapsedMs } = result;
  const counts = Object.fromEntries(
    faultKinds.map((kind) => [kind, sum(results.map(({ findings }) => findings.faults[kind].length))]),
  );
  const summary = {
    scenarios: results.length,
    orders: ordersOf(results),
    ...counts,
    seed,
    seconds: Math.round(elapsedMs / 1000),
  };
  return { summary, text: describe(result), failures: findFailures(result) };
}

/** What is wrong, or missing: a run in which too little happened proves nothing. */
function findFailures({ wanted, results }: NetworkResult): string[] {
  const found = results.flatMap(({ name, findings }) => [
    ...faultKinds.flatMap((kind) => examples(`${name}: ${kind}`, findings.faults[kind])),
    ...findings.missing.map((missing) => `${name}: ${missing}`),
  ]);
  const orders = ordersOf(results);
  return orders < wanted ? [...found, `orders: ${orders}, at least ${wanted} wanted`] : found;
}

function examples(what: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`${what} ${all.length}: ${all.slice(0, maxShownExamples).join("; ")}`];
}

function describe({ results, elapsedMs, seed }: NetworkResult): string {
  const rows = results.map(({ name, seconds, findings }) => {
    const { orders, faults, met } = findings;
    const wrong = faultKinds.flatMap((kind) => (faults[kind].length === 0 ? [] : [`${kind} ${faults[kind].length}`]));
    const list = Object.entries(met)
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([what, times]) => `${what} ${times}`);
    return [name, String(orders), `${seconds.toFixed(0)} s`, wrong.join(", ") || "nothing wrong", list.join(", ")];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [...table, `${(elapsedMs / 1000).toFixed(1)} s, seed ${seed}`].join("\n");
}

function ordersOf(results: readonly ScenarioResult[]): number {
  return sum(results.map(({ findings }) => findings.orders));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
