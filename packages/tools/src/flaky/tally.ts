import type { FileRun } from "./report.js";

/** A spec file that did not always pass. */
export interface FlakyFile {
  readonly file: string;
  readonly runs: number;
  readonly failed: number;
  readonly slowestMs: number;
  readonly firstError: string;
}

/** The last line of standard output with `--json`. */
export interface FlakySummary {
  /** Different files that ran. */
  readonly files: number;
  /** Runs of a file. */
  readonly runs: number;
  /** Runs that failed. */
  readonly failed: number;
  /** What did not always pass, most often failed first. */
  readonly worst: readonly FlakyFile[];
  readonly seconds: number;
  /** Whether each file ran as often as it should, or the time was over before. */
  readonly ended: "done" | "time";
}

/** What the files of a run came to. */
export class FlakyTally {
  readonly #files: Map<string, { runs: number; failed: number; slowestMs: number; firstError: string }> = new Map();

  add({ path, tookMs, error }: FileRun): void {
    const file = this.#files.get(path) ?? { runs: 0, failed: 0, slowestMs: 0, firstError: error ?? "" };
    this.#files.set(path, file);
    file.runs += 1;
    file.slowestMs = Math.max(file.slowestMs, tookMs);
    if (error === undefined) {
      return;
    }
    if (file.failed === 0) {
      file.firstError = error;
    }
    file.failed += 1;
  }

  summarise(seconds: number, ended: "done" | "time"): FlakySummary {
    const all = [...this.#files].map(([file, figures]): FlakyFile => ({ file, ...figures }));
    return {
      files: all.length,
      runs: all.reduce((sum, { runs }) => sum + runs, 0),
      failed: all.reduce((sum, { failed }) => sum + failed, 0),
      worst: all.filter(({ failed }) => failed > 0).toSorted((a, b) => b.failed / b.runs - a.failed / a.runs),
      seconds,
      ended,
    };
  }
}

/** The same for people. */
export function describeFlaky({ files, runs, failed, worst, seconds, ended }: FlakySummary): string {
  const end = ended === "time" ? "; the time was over before all had run as often as asked" : "";
  return [
    ...worst.map(({ file, ...of }) => `${file}: ${of.failed} of ${of.runs} runs failed\n  ${of.firstError}`),
    `${files} spec files, ${runs} runs in ${seconds} s, ${failed} failed${end}`,
  ].join("\n");
}
