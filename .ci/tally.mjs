// Names what failed, adds up vitest's JSON reports and prints the closing line. A failed step counts as one failure beside what it counted.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const [steps, ...reports] = process.argv.slice(2);
const failedSteps = steps.split(" ").filter((name) => name !== "");
let passed = 0;
let failed = failedSteps.length;
let skipped = 0;
for (const name of failedSteps) {
  console.log(`failed step: ${name}`);
}
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
  for (const { file, tests, message } of report.flaky ?? []) {
    const told = tests.length > 0 ? tests : [{ fullName: "the file", message }];
    for (const test of told) {
      console.log(`passed only at the second attempt: ${file}: ${test.fullName}: ${firstLines(test.message)}`);
    }
  }
  for (const file of report.testResults) {
    const where = relative(process.cwd(), file.name);
    if (file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed")) {
      console.log(`failed file: ${where}: ${firstLines(file.message)}`);
    }
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (status === "failed") {
        console.log(`failed test: ${where}: ${fullName}: ${firstLines(failureMessages.join(" "))}`);
      }
    }
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function firstLines(message) {
  return (message ?? "").trim().split("\n").slice(0, 3).join(" | ").slice(0, 400);
}
