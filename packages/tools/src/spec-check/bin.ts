import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listHandledOperations } from "@depthwire/sandbox/internal";
import { Command } from "commander";
import type { InventoryRow } from "../spec-inventory/row.js";
import { checkSpecification } from "./check.js";
import { evidenceOf, type TestReport } from "./evidence.js";
import { exerciseVectors } from "./vectors.js";

/**
 * `npm run spec-check -- [--json] [--report FILE...]`: which facts of the specification have an owner in the code.
 * Without reports it runs the tests that name facts or vectors.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const options = new Command()
  .name("spec-check")
  .description("Holds the inventory of the specification against descriptors, tests and vectors.")
  .option("--json", "the last line of standard output is one JSON object")
  .option("--report <files...>", "read these JSON reports of vitest instead of running the tests")
  .parse()
  .opts<{ json?: boolean; report?: string[] }>();

const inventory = readJson<InventoryRow[]>(join(root, "docs/spec/inventory.json"));
const evidence = evidenceOf(
  options.report === undefined ? [runTests()] : options.report.map((path) => readJson<TestReport>(path)),
);
const { exercised, operations } = exerciseVectors(join(root, "packages/testkit/vectors"), evidence);
const result = checkSpecification(
  inventory,
  { evidence, exercised, operations },
  new Set(await listHandledOperations()),
);

for (const { id, why } of result.missing) {
  console.log(`missing ${id}: ${why}`);
}
console.log(`${result.owned} of ${result.rows} facts owned`);
if (options.json === true) {
  console.log(JSON.stringify(result));
}
process.exitCode = result.missing.every(({ id }) => id.startsWith("handler/")) ? 0 : 1;

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

/** Runs only tests whose titles name a fact or a vector. */
function runTests(): TestReport {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-spec-check-"));
  try {
    const outputFile = join(folder, "report.json");
    const filter = "\\[(d1|d2|notes)/|vector [\\w.-]+/";
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const args = [
      vitest,
      "run",
      "-t",
      filter,
      "--passWithNoTests",
      "--reporter=json",
      `--outputFile.json=${outputFile}`,
    ];
    const run = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    if (run.error !== undefined) {
      throw run.error;
    }
    return readJson<TestReport>(outputFile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
