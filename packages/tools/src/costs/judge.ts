import type { CommandOutcome } from "../command-line/outcome.js";

/** Processor time of one spec file's tests, in seconds; imports are not in it. */
export interface SpecCosts {
  /** From the workspace's root. */
  readonly file: string;
  /** Of the worker that ran it. */
  readonly own: number;
  /** Of the programs that it started. */
  readonly started: number;
}

/**
 * Seconds of processor time that a spec file of `npm test` may take. A machine that is busy with other things needs up to twice as much for
 * the same work, so a file should take half of it where nothing else runs.
 */
export const fileBudget = 20;

/** Files that may take more, and belong to `npm test` all the same. */
export const dearFiles: Readonly<Record<string, number>> = {
  // One file plays the script of every behaviour that a client of the sandbox sees.
  "packages/sandbox/src/scenarios/scenarios.spec.ts": 40,
};

/** Files that are shown to people, the dearest first. */
const shownFiles = 25;

/** The last line of `npm run costs -- --json`. */
export interface CostsSummary {
  readonly files: number;
  /** Seconds of processor time of all tests together. */
  readonly seconds: number;
  /** Files above the budget. */
  readonly tooDear: readonly string[];
}

/** Reads what `SPEC_COSTS` wrote: a line for each spec file. @param root the workspace, with a slash at its end */
export function readCosts(lines: string, root: string): SpecCosts[] {
  return lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as SpecCosts)
    .map((costs) => ({ ...costs, file: costs.file.startsWith(root) ? costs.file.slice(root.length) : costs.file }));
}

function budgetOf(file: string): number {
  return dearFiles[file] ?? fileBudget;
}

/** Compares the files with their budget. */
export function judgeCosts(costs: readonly SpecCosts[]): CommandOutcome<CostsSummary> {
  const files = costs
    .map(({ file, own, started }) => ({ file, own, started, sum: own + started }))
    .sort((a, b) => b.sum - a.sum);
  const seconds = files.reduce((sum, one) => sum + one.sum, 0);
  const tooDear = files.filter(({ file, sum }) => sum > budgetOf(file));
  const lines = files
    .slice(0, shownFiles)
    .map(
      ({ file, own, started }) =>
        `${own.toFixed(2).padStart(8)} s ${started.toFixed(2).padStart(8)} s started  ${file}`,
    );
  const failures = tooDear.map(
    ({ file, sum }) =>
      `${file} takes ${sum.toFixed(1)} s of processor time, at most ${budgetOf(file)}: make it cheaper, or name it *.long.spec.ts`,
  );
  if (files.length === 0) {
    failures.push("no spec file was measured");
  }
  return {
    summary: { files: files.length, seconds: Math.round(seconds), tooDear: tooDear.map(({ file }) => file) },
    text: [...lines, `${files.length} files, ${seconds.toFixed(0)} s of processor time in their tests`].join("\n"),
    failures,
  };
}
