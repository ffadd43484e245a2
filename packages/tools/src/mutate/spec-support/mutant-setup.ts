import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configureGlobal, readConfigureGlobal } from "fast-check";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { traceVariable } from "./trace-variable.js";

/** What Stryker keeps, by its own names. */
interface StrykerNamespace {
  activeMutant?: string;
  readonly currentTestId?: string;
  mutantCoverage?: { readonly static: Counts; readonly perTest: Record<string, Counts> };
}

type Counts = Record<string, number>;

/** Read by what Stryker puts into each source. */
const activeMutantVariable = "__STRYKER_ACTIVE_MUTANT__";
const namespace = (globalThis as { __stryker__?: StrykerNamespace }).__stryker__ ?? {};

// The names that are injected are Stryker's.
if (inject("mode" as never) === "mutant") {
  // Which input is the smallest that fails a mutant's spec does not matter.
  configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
  activateInPrograms();
} else {
  traceForFile();
}

/** Programs and threads that specs start run the mutant too. In the specs' own thread it is active from the hooks on. */
function activateInPrograms(): void {
  beforeAll(() => {
    process.env[activeMutantVariable] = namespace.activeMutant;
  });
  afterAll(() => {
    delete process.env[activeMutantVariable];
  });
}

/** What the programs of a test reach, the test reaches; what is started before all tests of a file counts for each of them. */
function traceForFile(): void {
  const folder = mkdtempSync(join(tmpdir(), "mutant-trace-"));
  const testIds: string[] = [];
  process.env[traceVariable] = join(folder, "all");
  beforeEach(() => {
    process.env[traceVariable] = join(folder, String(testIds.length));
    testIds.push(namespace.currentTestId ?? "");
  });
  afterAll(() => {
    delete process.env[traceVariable];
    for (const name of readdirSync(folder)) {
      const [index = ""] = name.split("-");
      const reached = JSON.parse(readFileSync(join(folder, name), "utf8")) as readonly string[];
      for (const testId of index === "all" ? testIds : testIds.slice(Number(index), Number(index) + 1)) {
        count(testId, reached);
      }
    }
    rmSync(folder, { recursive: true });
  });
}

function count(testId: string, mutants: readonly string[]): void {
  namespace.mutantCoverage ??= { static: {}, perTest: {} };
  const { perTest } = namespace.mutantCoverage;
  const counts = perTest[testId] ?? {};
  perTest[testId] = counts;
  for (const mutant of mutants) {
    counts[mutant] = (counts[mutant] ?? 0) + 1;
  }
}
