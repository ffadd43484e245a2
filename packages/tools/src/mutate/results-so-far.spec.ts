import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { summariseMutation } from "./report.js";
import { readResultsSoFar, readSources } from "./results-so-far.js";
import { judgeMutation } from "./run.js";
import { type LoggedMutant, resultLogFile, strykerPlugins } from "./spec-support/result-log.js";

interface Reporter {
  onMutationTestingPlanReady(event: { readonly mutantPlans: readonly { readonly mutant: LoggedMutant }[] }): void;
  onMutantTested(mutant: LoggedMutant): void;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "results-"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.ts"), "let a = 1 + 2;\n");
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function createReporter(): Reporter {
  const [plugin] = strykerPlugins as readonly { injectableClass: new () => Reporter }[];
  if (plugin === undefined) {
    throw new Error("there is no plugin");
  }
  return new plugin.injectableClass();
}

function mutant(id: string): LoggedMutant {
  const location = { start: { line: 1, column: 9 }, end: { line: 1, column: 14 } };
  return { id, fileName: join(folder, "src/a.ts"), mutatorName: "Some", replacement: `1 - ${id}`, location };
}

it("a run that was ended says what it has tested, of the sources as they were", async () => {
  const sources = await readSources(folder, ["src/a.ts"]);
  const reporter = createReporter();
  // Stryker counts from 0 here.
  const location = { start: { line: 0, column: 8 }, end: { line: 0, column: 13 } };
  const mutantPlans = ["1", "2", "3", "4"].map((id) => ({ mutant: { ...mutant(id), location } }));
  reporter.onMutationTestingPlanReady({ mutantPlans });
  reporter.onMutantTested({ ...mutant("4"), status: "CompileError" });
  expect(await readResultsSoFar(folder, sources)).toBeUndefined();
  reporter.onMutantTested({ ...mutant("1"), status: "Killed" });
  reporter.onMutantTested({ ...mutant("3"), status: "Survived" });
  writeFileSync(join(folder, "src/a.ts"), "changed\n");
  writeFileSync(join(folder, resultLogFile), '{"id":"2","sta', { flag: "a" });
  const report = await readResultsSoFar(folder, sources);
  const untested = { file: "packages/rest/src/a.ts", from: "1 + 2", to: "1 - 2", reason: "listed, and not stale" };
  const summary = summariseMutation(new Map(report === undefined ? [] : [["rest", report]]), [untested]);
  expect(summary).toMatchObject({
    mutants: 2,
    drawnFrom: 4,
    killed: 1,
    survived: 1,
    untested: 1,
    score: 50,
    stale: [],
  });
  expect(summary.survivors).toMatchObject([{ file: "packages/rest/src/a.ts", from: "1 + 2", to: "1 - 3" }]);
  expect(judgeMutation(summary, 50).failures).toEqual([
    "the time was over with 1 mutants untested: the figures are those of the other 2",
  ]);
});

it("survivors are named on standard error at once", () => {
  const reporter = createReporter();
  reporter.onMutantTested({ ...mutant("1"), status: "Killed" });
  reporter.onMutantTested({ ...mutant("2"), status: "NoCoverage" });
  expect(vi.mocked(process.stderr.write).mock.calls.map(([text]) => text)).toEqual([
    `alive: ${join(folder, "src/a.ts")}:1 Some: "1 - 2"\n`,
  ]);
});

it("nothing is known of a run that was ended before its first line", async () => {
  expect(await readResultsSoFar(folder, await readSources(folder, ["src/a.ts"]))).toBeUndefined();
});
