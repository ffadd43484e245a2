import { readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { StrykerReport } from "./report.js";
import { type LoggedMutant, resultLogFile } from "./spec-support/result-log.js";

/** Sources by their paths from a package's folder, as they were before Stryker changed them. */
export type Sources = ReadonlyMap<string, string>;

export async function readSources(folder: string, files: readonly string[]): Promise<Sources> {
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}

/**
 * The report of a run that was ended.
 *
 * @returns absent when it was ended before any mutant was tested
 */
export async function readResultsSoFar(folder: string, sources: Sources): Promise<StrykerReport | undefined> {
  const text = await readFile(join(folder, resultLogFile), "utf8").catch(() => "");
  // The line that was being written when the run ended is no result.
  const lines = text.split("\n").slice(0, -1);
  const latest = new Map(lines.map((line) => JSON.parse(line) as LoggedMutant).map((mutant) => [mutant.id, mutant]));
  const mutants = Array.from(latest.values(), (mutant) => ({ ...mutant, status: mutant.status ?? "Pending" }));
  if (!mutants.some(({ status }) => status !== "Pending" && status !== "CompileError" && status !== "Ignored")) {
    return undefined;
  }
  const files = Array.from(sources, ([file, source]) => {
    const own = mutants.filter(({ fileName }) => relative(folder, resolve(folder, fileName)) === file);
    return [file, { source, mutants: own }] as const;
  });
  return { files: Object.fromEntries(files) };
}
