import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Batch, runBatch } from "./batch.js";
import { isLive } from "./live.js";
import type { FlakyOptions } from "./options.js";
import { findSpecFiles, type SpecFile } from "./source-files.js";
import { startSpinners } from "./spinners.js";
import { type FlakySummary, FlakyTally } from "./tally.js";
import { changedSince, isTouched } from "./touched.js";

/**
 * Runs spec files again and again: a round is each file once, with a vitest for each package, so that every file runs
 * anew and in another order.
 *
 * @param root the workspace
 * @param progress hears how far it is, and what failed
 * @throws Error when there is no such commit as `since`
 */
export async function runFlaky(
  options: FlakyOptions,
  root: string,
  progress: (text: string) => void,
): Promise<FlakySummary> {
  const begunMs = performance.now();
  const files = await chooseFiles(options, root);
  const tally = new FlakyTally();
  const deadlineMs = options.minutes === undefined ? undefined : begunMs + options.minutes * 60_000;
  const stopSpinners = startSpinners(files.length === 0 ? 0 : options.busy);
  let ended: FlakySummary["ended"] = "done";
  try {
    for (const batch of batchesOf(files, options)) {
      const runs = await runBatch(root, batch, deadlineMs);
      if (runs === undefined) {
        ended = "time";
        break;
      }
      for (const run of runs) {
        tally.add(run);
        if (run.error !== undefined) {
          progress(`${run.path} failed: ${run.error}`);
        }
      }
      progress(`round ${batch.seed - options.seed + 1} of ${options.times}: ${batch.project}, ${runs.length} files`);
    }
  } finally {
    await stopSpinners();
  }
  return tally.summarise(Math.round((performance.now() - begunMs) / 1000), ended);
}

/** The files that are to run. */
export async function chooseFiles(options: FlakyOptions, root: string): Promise<SpecFile[]> {
  const { files, scope, since } = options;
  const read = (path: string): string | undefined => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return undefined;
    }
  };
  const changed = since === undefined ? undefined : await changedSince(root, since);
  return findSpecFiles(root).filter(
    ({ path }) =>
      (files.length === 0 || files.some((part) => path.includes(part))) &&
      (changed === undefined || isTouched(path, changed, read)) &&
      (scope === "all" || isLive(path, read)),
  );
}

function* batchesOf(files: readonly SpecFile[], { times, seed }: FlakyOptions): Generator<Batch> {
  const projects = new Set(files.map(({ project }) => project));
  for (let round = 0; round < times; round++) {
    for (const project of projects) {
      const paths = files.filter((file) => file.project === project).map(({ path }) => path);
      yield { project, paths, seed: seed + round };
    }
  }
}
