import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type FileRun, readRuns, type VitestReport } from "./report.js";

/** Files of one project that run once, in a vitest of their own. */
export interface Batch {
  readonly project: string;
  readonly paths: readonly string[];
  /** Seed of the order in which they run. */
  readonly seed: number;
}

/**
 * Runs a batch.
 *
 * @param root the workspace
 * @param deadlineMs `performance.now()` at which vitest is ended; absent: never
 * @returns nothing when the deadline came first: what ran until then says nothing of the rest
 */
export async function runBatch(root: string, batch: Batch, deadlineMs?: number): Promise<FileRun[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "depthwire-flaky-"));
  try {
    const reportFile = join(folder, "report.json");
    const child = startVitest(root, batch, reportFile);
    let isLate = false;
    const watch =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true;
            child.kill("SIGTERM");
          }, deadlineMs - performance.now());
    const { log, exitCode } = await ended(child);
    clearTimeout(watch);
    if (isLate) {
      return undefined;
    }
    const report = await readFile(reportFile, "utf8").then(
      (text) => JSON.parse(text) as VitestReport,
      () => undefined,
    );
    return readRuns(root, batch.paths, report, log, exitCode);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function startVitest(root: string, { project, paths, seed }: Batch, reportFile: string): ChildProcess {
  const manifest = createRequire(join(root, "package.json")).resolve("vitest/package.json");
  const shuffle = ["--sequence.shuffle.files", `--sequence.seed=${seed}`];
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  return spawn(
    process.execPath,
    [join(dirname(manifest), "vitest.mjs"), "run", "--project", project, ...shuffle, ...report, ...paths],
    { cwd: root, env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" }, stdio: ["ignore", "pipe", "pipe"] },
  );
}

async function ended(child: ChildProcess): Promise<{ readonly log: string; readonly exitCode: number | null }> {
  let log = "";
  const gather = (part: string): void => {
    log += part;
  };
  child.stdout?.setEncoding("utf8").on("data", gather);
  child.stderr?.setEncoding("utf8").on("data", gather);
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { log, exitCode };
}
