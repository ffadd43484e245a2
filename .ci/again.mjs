// Runs the spec files that failed once more, alone. Where all pass, the report counts them as passed and names them under `flaky`.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

/** More than so many at once is no accident of a busy machine. */
const fewFiles = 3;

const [path] = process.argv.slice(2);
const report = JSON.parse(readFileSync(path, "utf8"));
const failed = report.testResults.filter(({ status }) => status === "failed");
if (failed.length === 0 || failed.length > fewFiles) {
  console.log(`not tried again: ${failed.length} files failed`);
  process.exit(1);
}
const files = failed.map(({ name }) => relative(process.cwd(), name));
console.log(`trying again, alone: ${files.join(", ")}`);
const again = `${path}.again`;
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${again}`];
const { status } = spawnSync("npx", ["vitest", "run", ...reporters, ...files], { stdio: "inherit" });
if (status !== 0) {
  process.exit(1);
}
const second = JSON.parse(readFileSync(again, "utf8"));
const results = new Map(second.testResults.map((result) => [result.name, result]));
if (!failed.every(({ name }) => results.has(name))) {
  console.log("not every file that failed was found again");
  process.exit(1);
}
const count = (list, wanted) =>
  list.flatMap(({ assertionResults }) => assertionResults).filter((result) => result.status === wanted).length;
report.numPassedTests += count(second.testResults, "passed") - count(failed, "passed");
report.numFailedTests -= count(failed, "failed");
report.numPendingTests += second.numPendingTests - count(failed, "pending") - count(failed, "skipped");
report.testResults = report.testResults.map((result) => results.get(result.name) ?? result);
report.flaky = failed.map(({ name, message, assertionResults }) => ({
  file: relative(process.cwd(), name),
  tests: assertionResults
    .filter((result) => result.status === "failed")
    .map(({ fullName, failureMessages }) => ({ fullName, message: failureMessages.join(" ") })),
  message,
}));
writeFileSync(path, JSON.stringify(report));
