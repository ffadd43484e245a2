import { expect, it } from "vitest";
import { scorePackage } from "./package-score.js";
import { summariseMutation } from "./report.js";
import { judgeMutation } from "./run.js";

const source = "let a = 1 + 2;\n";

function mutant(status: string) {
  const location = { start: { line: 1, column: 9 }, end: { line: 1, column: 14 } };
  return { status, mutatorName: "Some", replacement: "1 - 2", location };
}

// What a sample holds back is reported as not testable; what is ignored is no mutant of the package.
const mutants = ["Killed", "Killed", "Timeout", "Survived", "CompileError", "CompileError", "Ignored"].map(mutant);
const summary = summariseMutation(new Map([["rest", { files: { "src/a.ts": { source, mutants } } }]]), []);

it("says what was drawn of how many, and where the whole package's score is", () => {
  const outcome = scorePackage("rest", judgeMutation(summary, 75), { count: 4, seed: 9 });
  expect(outcome.failures).toEqual([]);
  expect(outcome.summary).toEqual({
    package: "rest",
    mutants: 4,
    of: 6,
    seed: 9,
    killed: 2,
    survived: 1,
    timedOut: 1,
    score: 75,
    interval: [30.1, 95.4],
    listed: 0,
    survivors: [{ file: "packages/rest/src/a.ts", line: 1, change: "1 + 2 → 1 - 2" }],
  });
  expect(outcome.text).toContain("4 of 6 mutants were tested");
});

it("fails below the wanted score as every run does", () => {
  expect(scorePackage("rest", judgeMutation(summary, 76), undefined).failures).toHaveLength(1);
});
