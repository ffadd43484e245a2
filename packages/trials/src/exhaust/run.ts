import { type CommandOutcome, tellProgress } from "@depthwire/tools/command-line";
import { explore } from "./explore.js";
import type { Exploration, Violation } from "./machine.js";
import { machinesOf } from "./machines.js";
import type { ExhaustOptions } from "./options.js";
import { plantedFaults } from "./planted.js";

/** How one machine's exploration went. */
export interface MachineReport extends Omit<Exploration, "violation"> {
  readonly machine: string;
  /** Time of a processor that it took. */
  readonly cpuSeconds: number;
}

/** The last line of standard output with `--json`. */
export interface ExhaustSummary {
  /** Machines that were explored. */
  readonly machines: number;
  /** Distinct states, all machines together. */
  readonly states: number;
  /** Every history of so many moves was looked at, of each machine; of those that have an end, all. */
  readonly depth: number;
  readonly violations: number;
  /** Time of a processor that all took: on a busy machine the run lasts longer. */
  readonly cpuSeconds: number;
  /** Most memory that the process had, in MiB. */
  readonly peakMiB: number;
  readonly explored: readonly MachineReport[];
}

/** The same for planted mistakes. */
export interface PlantedSummary {
  readonly planted: number;
  readonly plantedFound: number;
  readonly found: readonly { readonly fault: string; readonly moves: number; readonly says: string }[];
}

/** Explores what was asked for. */
export function runExhaust(options: ExhaustOptions): Promise<CommandOutcome<ExhaustSummary | PlantedSummary>> {
  return options.subject === "planted" ? findPlanted(options.machine) : exploreProduct(options);
}

/** Explores the product's machines: each is to be without a violation. */
export async function exploreProduct({
  size,
  machine: only,
}: Pick<ExhaustOptions, "size" | "machine">): Promise<CommandOutcome<ExhaustSummary>> {
  const explored: MachineReport[] = [];
  const failures: string[] = [];
  for (const { machine, depth } of machinesOf(size)) {
    if (only === undefined || machine.name === only) {
      const before = process.cpuUsage();
      const { violation, ...counts } = await explore(machine, depth);
      const report = { machine: machine.name, ...counts, cpuSeconds: cpuSecondsSince(before) };
      explored.push(report);
      tellProgress(describe(report));
      failures.push(...(violation === undefined ? [] : [`${machine.name}: ${inWords(violation)}`]));
    }
  }
  const sum = (pick: (report: MachineReport) => number): number =>
    explored.reduce((total, one) => total + pick(one), 0);
  const bounded = explored.filter(({ reach }) => reach === "to-depth");
  const summary: ExhaustSummary = {
    machines: explored.length,
    states: sum(({ states }) => states),
    depth: Math.min(...(bounded.length > 0 ? bounded : explored).map(({ depth }) => depth)),
    violations: failures.length,
    cpuSeconds: Math.round(sum(({ cpuSeconds }) => cpuSeconds) * 10) / 10,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1_024),
    explored,
  };
  return { summary, text: explored.map(describe).join("\n"), failures };
}

/** Explores machines with mistakes in them: each mistake is to be found. */
export async function findPlanted(only: string | undefined): Promise<CommandOutcome<PlantedSummary>> {
  const found: PlantedSummary["found"][number][] = [];
  const failures: string[] = [];
  const planted = plantedFaults().filter(({ machine }) => only === undefined || machine.name === only);
  for (const { name, machine, depth } of planted) {
    const { violation } = await explore(machine, depth);
    if (violation === undefined) {
      failures.push(`${name}: what is planted was not found in ${depth} moves`);
    } else {
      found.push({ fault: name, moves: violation.history.length, says: violation.fault });
      tellProgress(`${name}: ${inWords(violation)}`);
    }
  }
  const text = found.map(({ fault, moves, says }) => `${fault}: found in ${moves} moves, '${says}'`).join("\n");
  return { summary: { planted: planted.length, plantedFound: found.length, found }, text, failures };
}

function describe({ machine, states, steps, depth, reach, cpuSeconds }: MachineReport): string {
  const far = reach === "whole" ? `all there are, ${depth} moves deep` : `to ${depth} moves`;
  return `${machine}: ${states} states, ${far}, ${steps} moves made, ${cpuSeconds} s of a processor`;
}

function inWords({ fault, history }: Violation): string {
  return `${fault}; history: ${history.join(" | ")}`;
}

function cpuSecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 100_000) / 10;
}
