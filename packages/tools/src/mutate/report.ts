import type { ListedMutant } from "./listed-mutant.js";

/** A place in a file, counted from 1. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mutant, as Stryker's JSON report has it. */
export interface StrykerMutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  /** Tests that ran, those of the same name in other places included. */
  readonly testsCompleted?: number;
  /** Tests that reach it. */
  readonly coveredBy?: readonly string[];
  readonly location: { readonly start: Position; readonly end: Position };
}

/** The part of Stryker's JSON report that is read; paths are from the package's folder. */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly StrykerMutant[] }>>;
}

/** A mutant that no spec noticed. */
export interface Survivor {
  /** From the root of the workspace. */
  readonly file: string;
  readonly line: number;
  /** Stryker's name of the kind of change. */
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
}

/** The JSON of `--json`. */
export interface MutationSummary {
  readonly files: number;
  /** All that were tested. */
  readonly mutants: number;
  /** More than these only when a sample was drawn. */
  readonly drawnFrom: number;
  readonly killed: number;
  /** The listed ones among them. */
  readonly survived: number;
  /** Ended because they ran far longer than the code that they stand for; they count as found. */
  readonly timeout: number;
  /** Percentage of mutants that were found, of those that are not listed. */
  readonly score: number;
  /** Those that are not listed. */
  readonly survivors: readonly Survivor[];
  /** Survivors that may survive, each for a reason on record. */
  readonly listed: number;
  /** Mutants that a run which was ended for its time did not come to; they are in no other figure. */
  readonly untested: number;
  /** Survivors that were not tried by every test that reaches them: the figures mean nothing while there is one. */
  readonly untried: number;
  /** On record, in files that were mutated, but there is no such mutant any more. */
  readonly stale: readonly Pick<ListedMutant, "file" | "from" | "to">[];
}

interface TestedMutant {
  readonly status: string;
  /** Fewer tests ran than reach it. */
  readonly wasCutShort: boolean;
  readonly survivor: Survivor;
}

/** No spec reaches the code: as bad as one that reaches it and notices nothing. */
const unnoticed: ReadonlySet<string> = new Set(["Survived", "NoCoverage"]);

/**
 * Adds up reports.
 *
 * @param reports by package
 */
export function summariseMutation(
  reports: ReadonlyMap<string, StrykerReport>,
  listedMutants: readonly ListedMutant[],
): MutationSummary {
  const tested = Array.from(reports).flatMap(([project, report]) => mutantsOf(project, report));
  const count = (status: string): number => tested.filter((one) => one.status === status).length;
  const alive = tested.filter(({ status }) => unnoticed.has(status)).map(({ survivor }) => survivor);
  const survivors = alive.filter((one) => !listedMutants.some((listed) => isSame(one, listed)));
  const killed = count("Killed");
  const timeout = count("Timeout");
  const mutants = killed + timeout + alive.length;
  const listed = alive.length - survivors.length;
  const untried = tested.filter((one) => one.status === "Survived" && one.wasCutShort).length;
  const files = new Set(Array.from(reports).flatMap(([project, report]) => pathsOf(project, report)));
  const stale = listedMutants.filter(
    (one) => files.has(one.file) && !tested.some(({ survivor }) => isSame(survivor, one)),
  );
  return {
    files: files.size,
    mutants,
    drawnFrom: tested.length - count("Ignored"),
    killed,
    survived: alive.length,
    timeout,
    score: scoreOf(killed + timeout, mutants - listed),
    survivors,
    listed,
    untested: count("Pending"),
    untried,
    stale: stale.map(({ file, from, to }) => ({ file, from, to })),
  };
}

function pathsOf(project: string, { files }: StrykerReport): readonly string[] {
  return Object.keys(files).map((file) => `packages/${project}/${file}`);
}

function mutantsOf(project: string, { files }: StrykerReport): readonly TestedMutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, mutatorName, replacement = "", location, testsCompleted = 0, coveredBy = [] }) => ({
      status,
      wasCutShort: testsCompleted < coveredBy.length,
      survivor: {
        file: `packages/${project}/${file}`,
        line: location.start.line,
        mutator: mutatorName,
        from: withoutIndentation(textBetween(source, location)),
        to: withoutIndentation(replacement),
      },
    })),
  );
}

function isSame(one: Pick<Survivor, "file" | "from" | "to">, other: Pick<ListedMutant, "file" | "from" | "to">) {
  return one.file === other.file && one.from === other.from && one.to === other.to;
}

function textBetween(source: string, { start, end }: StrykerMutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}

function withoutIndentation(text: string): string {
  return text.replace(/\n\s+/g, "\n");
}

/** Rounded down to hundredths: 91.999 is not 92. Without any mutant nothing is found. */
function scoreOf(found: number, mutants: number): number {
  return mutants === 0 ? 0 : Math.floor((found / mutants) * 10_000) / 100;
}
