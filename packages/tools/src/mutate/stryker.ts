import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { StrykerReport } from "./report.js";
import { readResultsSoFar, readSources } from "./results-so-far.js";
import type { MutantSample } from "./sample.js";
import { mutatedFoldersVariable } from "./spec-support/near-specs-first.js";
import { resultLogName } from "./spec-support/result-log.js";
import { mutantSampleVariable, sampleCheckerName } from "./spec-support/sample-checker.js";
import { mutationConfigFile } from "./workspace-copy.js";

/** Stryker runs on one package. */
export interface StrykerRun {
  /** The package's folder in a copy of the workspace: Stryker works from inside a package, and changes it. */
  readonly folder: string;
  /** From the folder. */
  readonly files: readonly string[];
  /** Absent: every mutant is tested. */
  readonly sample?: MutantSample;
  readonly concurrency: number;
  /** Absent: as long as it takes. */
  readonly minutes?: number;
  /** Ends the run, with all processes that it started. */
  readonly signal: AbortSignal;
}

const configFile = "stryker.config.json";
/** Files, as Stryker imports plugins by their paths. */
const sampleChecker = fileURLToPath(new URL("./spec-support/sample-checker.js", import.meta.url));
const resultLog = fileURLToPath(new URL("./spec-support/result-log.js", import.meta.url));
const reportFile = "mutation-report.json";
const millisecondsPerMinute = 60_000;
/** A mutant that takes so much longer than its specs did hangs. A busy machine does not count as an endless loop. */
const timeoutFactor = 4;
const timeoutMs = 5_000;
/** Before all mutants every spec runs once, with everything that Stryker put in. The run's own limit ends it sooner. */
const dryRunTimeoutMinutes = 60;

/**
 * Mutates files of one package, and tests each mutant with the specs that reach it. Stryker's own words go to standard
 * error. A run that is not done in time says what it has found: a sample's mutants are tested in a drawn order, so that
 * those of them that were tested are drawn too.
 *
 * @throws Error when Stryker fails, or its time is over before any mutant was tested
 */
export async function runStryker(run: StrykerRun): Promise<StrykerReport> {
  const { folder, files, sample, minutes, signal } = run;
  await writeFile(join(folder, configFile), JSON.stringify(configOf(run)));
  const sources = await readSources(folder, files);
  signal.throwIfAborted();
  const child = spawn(process.execPath, [strykerProgram(), "run", configFile], {
    cwd: folder,
    env: {
      ...process.env,
      [mutatedFoldersVariable]: foldersOf(files),
      ...(sample === undefined ? {} : { [mutantSampleVariable]: `${sample.count},${sample.seed}` }),
      NO_COLOR: "1",
      FORCE_COLOR: "0",
    },
    stdio: ["ignore", 2, 2],
    // A group of its own, which can be ended as one.
    detached: true,
  });
  const end = (): void => endGroup(child.pid);
  let isLate = false;
  const watch =
    minutes === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true;
          end();
        }, minutes * millisecondsPerMinute);
  signal.addEventListener("abort", end);
  const [exitCode] = (await once(child, "close")) as [number | null];
  signal.removeEventListener("abort", end);
  clearTimeout(watch);
  signal.throwIfAborted();
  if (isLate) {
    const report = await readResultsSoFar(folder, sources);
    if (report === undefined) {
      throw new Error(`no mutant of ${files.join(", ")} was tested within ${minutes} minutes; nothing is known`);
    }
    return report;
  }
  if (exitCode !== 0) {
    throw new Error(`Stryker ended with ${exitCode}; its words stand above`);
  }
  return JSON.parse(await readFile(join(folder, reportFile), "utf8")) as StrykerReport;
}

/** Stryker's own processes are in the group too; what it would put back first is a copy. */
function endGroup(pid: number | undefined): void {
  if (pid !== undefined) {
    process.kill(-pid, "SIGKILL");
  }
}

function foldersOf(files: readonly string[]): string {
  return Array.from(new Set(files.map((file) => dirname(file)))).join(",");
}

function configOf({ files, sample, concurrency }: StrykerRun): object {
  return {
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", resultLog, ...(sample === undefined ? [] : [sampleChecker])],
    vitest: { configFile: mutationConfigFile },
    coverageAnalysis: "perTest",
    inPlace: true,
    mutate: files,
    // No type is checked in the copy, and a comment in every file makes a generated one differ from its source.
    disableTypeChecks: false,
    reporters: ["json", "progress-append-only", resultLogName],
    jsonReporter: { fileName: reportFile },
    concurrency,
    dryRunTimeoutMinutes,
    timeoutFactor,
    timeoutMS: timeoutMs,
    allowConsoleColors: false,
    checkers: sample === undefined ? [] : [sampleCheckerName],
  };
}

function strykerProgram(): string {
  const core = createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json");
  return join(dirname(core), "bin/stryker.js");
}
