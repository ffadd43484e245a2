// Adds up vitest's JSON reports and prints the closing line; a failed step counts as one failure.
import { existsSync, readFileSync } from "node:fs";

const [failedSteps, ...reports] = process.argv.slice(2);
let passed = 0;
let failed = Number(failedSteps);
let skipped = 0;
for (const path of reports) {
  if (!existsSync(path)) {
    console.log(`missing report: ${path}`);
    failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(path, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
