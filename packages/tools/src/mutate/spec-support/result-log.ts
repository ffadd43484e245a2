import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { StrykerMutant } from "../report.js";

/** Name of the reporter in Stryker's configuration. */
export const resultLogName = "result-log";

/** In the package's folder: a line of JSON for each mutant when it is planned, and one more when it was tested. */
export const resultLogFile = ".mutant-results.jsonl";

/** A mutant, as Stryker gives it to reporters. */
export interface LoggedMutant extends Omit<StrykerMutant, "status"> {
  readonly id: string;
  /** Where Stryker changed it. */
  readonly fileName: string;
  /** Absent: not tested. */
  readonly status?: string;
}

/** A reporter of Stryker's that writes each result down at once: what a run that is ended has found is not lost. */
class ResultLog {
  onMutationTestingPlanReady({ mutantPlans }: { readonly mutantPlans: readonly { readonly mutant: LoggedMutant }[] }) {
    write(mutantPlans.map(({ mutant }) => ({ ...mutant, location: countedFromOne(mutant.location) })));
  }

  onMutantTested(mutant: LoggedMutant): void {
    write([mutant]);
    if (mutant.status === "Survived" || mutant.status === "NoCoverage") {
      const { fileName, location, mutatorName, replacement } = mutant;
      process.stderr.write(
        `alive: ${fileName}:${location.start.line} ${mutatorName}: ${JSON.stringify(replacement)}\n`,
      );
    }
  }
}

/** Stryker counts lines and columns of a plan from 0, and those of a result from 1. */
function countedFromOne({ start, end }: LoggedMutant["location"]): LoggedMutant["location"] {
  const next = ({ line, column }: LoggedMutant["location"]["start"]) => ({ line: line + 1, column: column + 1 });
  return { start: next(start), end: next(end) };
}

function write(mutants: readonly LoggedMutant[]): void {
  appendFileSync(join(process.cwd(), resultLogFile), mutants.map((mutant) => `${JSON.stringify(mutant)}\n`).join(""));
}

/** What Stryker looks for in a plugin. */
export const strykerPlugins: readonly object[] = [
  { kind: "Reporter", name: resultLogName, injectableClass: ResultLog },
];
