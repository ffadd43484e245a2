import type { Goal } from "../cases/goals.js";
import { geometricMean } from "./measure.js";

/** Figures of one corpus, or of a whole case: operations a second, and how many times faster ours is. */
export interface Figures {
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly ratios: Readonly<Record<string, number>>;
}

/** One part of a case, such as one corpus. */
export interface PartReport extends Figures {
  readonly name: string;
}

/** How something is distributed: pairs of a part of all values, from 0 to 1, and what that part does not pass. */
export interface Distribution {
  readonly name: string;
  readonly points: readonly (readonly [part: number, value: number])[];
}

/** One case of the report. Figures are geometric means over its parts, so that `ratios` = `ours` / `peers`. */
export interface CaseReport extends Figures {
  readonly case: string;
  /** What the figures count. */
  readonly unit: string;
  readonly parts: readonly PartReport[];
  /** What the case should reach. */
  readonly goals?: readonly Goal[];
  /** Figures other than rates, by name with their unit. */
  readonly measures?: Readonly<Record<string, number>>;
  /** Of times: how they are distributed, in the case's unit. */
  readonly distributions?: readonly Distribution[];
  /** Versions of what was compared with. */
  readonly versions?: Readonly<Record<string, string>>;
  /** What was left out, and why; what bounds a goal that was missed. */
  readonly notes?: readonly string[];
}

/** The last line of the program; with exactly one case its keys also stand here. */
export type BenchmarkReport =
  | { readonly cases: readonly CaseReport[] }
  | (CaseReport & { readonly cases: readonly [CaseReport] });

/** Figures of one part from measured rates. `rates` holds ours under `ours`. */
export function partReport(name: string, rates: ReadonlyMap<string, number>): PartReport {
  const ours = rates.get("ours");
  if (ours === undefined) {
    throw new Error(`${name}: nothing measured under "ours"`);
  }
  const others = [...rates].filter(([contestant]) => contestant !== "ours");
  return {
    name,
    ours: Math.round(ours),
    peers: Object.fromEntries(others.map(([contestant, rate]) => [contestant, Math.round(rate)])),
    ratios: Object.fromEntries(others.map(([contestant, rate]) => [contestant, toHundredths(ours / rate)])),
  };
}

/** A case as the geometric mean of its parts. */
export function caseReport(name: string, unit: string, parts: readonly PartReport[]): CaseReport {
  const mean = (pick: (part: PartReport) => number): number => geometricMean(parts.map(pick));
  const rates = new Map([["ours", mean((part) => part.ours)]]);
  for (const peer of Object.keys(parts[0]?.peers ?? {})) {
    rates.set(
      peer,
      mean((part) => part.peers[peer] as number),
    );
  }
  const { ours, peers, ratios } = partReport(name, rates);
  return { case: name, unit, ours, peers, ratios, parts };
}

/** The object of the last line. */
export function benchmarkReport(cases: readonly CaseReport[]): BenchmarkReport {
  const [only, ...others] = cases;
  return only !== undefined && others.length === 0 ? { ...only, cases: [only] } : { cases };
}

/** The report for people. */
export function reportText(cases: readonly CaseReport[]): string {
  return cases.map(caseText).join("\n\n");
}

function caseText(report: CaseReport): string {
  const rows = report.parts.length > 1 ? [...report.parts, { ...report, name: "together" }] : report.parts;
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, ours, peers, ratios }) => {
    const others = Object.entries(peers).map(([peer, rate]) => `${peer} ${thousands(rate)} (${ratios[peer]}x)`);
    return `  ${name.padEnd(width)}  ours ${thousands(ours)}   ${others.join("   ")}`;
  });
  const measures = Object.entries(report.measures ?? {}).map(([name, value]) => `  ${name}: ${value}`);
  const goals = (report.goals ?? []).map(
    ({ id, wanted, got, met, bound }) =>
      `  ${met ? "met   " : "MISSED"} ${id}: ${wanted}, got ${got}${bound === undefined ? "" : `; bounded by ${bound}`}`,
  );
  const notes = (report.notes ?? []).map((note) => `  ${note}`);
  const versions = report.versions === undefined ? [] : [`  against ${versionsText(report.versions)}`];
  const title = `${report.case}, ${report.unit} (how many times faster ours is)`;
  return [title, ...lines, ...measures, ...goals, ...notes, ...versions].join("\n");
}

/** `ccxt 4.5.84, zlib 1.3`. */
export function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(", ");
}

function thousands(rate: number): string {
  return rate >= 10_000 ? `${(rate / 1000).toFixed(1)} k` : String(rate);
}

function toHundredths(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
