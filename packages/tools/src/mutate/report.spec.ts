import { describe, expect, it } from "vitest";
import { type StrykerMutant, type StrykerReport, summariseMutation } from "./report.js";
import { judgeMutation } from "./run.js";

const source = "const limit = 1 + 200;\nif (a) {\n    leave();\n}\n";

function mutant(status: string, [line, column]: [number, number], to: [number, number], replacement: string) {
  const location = { start: { line, column }, end: { line: to[0], column: to[1] } };
  return { status, mutatorName: "Some", replacement, location } satisfies StrykerMutant;
}

const report: StrykerReport = {
  files: {
    "src/a.ts": {
      source,
      mutants: [
        mutant("Killed", [1, 15], [1, 22], "1 - 200"),
        mutant("Survived", [1, 1], [1, 6], "let"),
        mutant("NoCoverage", [2, 8], [4, 2], "{}"),
        mutant("Timeout", [2, 5], [2, 6], "true"),
        mutant("CompileError", [2, 5], [2, 6], "nothing"),
      ],
    },
  },
};
const reports = new Map([["rest", report]]);
const block = { file: "packages/rest/src/a.ts", from: "{\nleave();\n}", to: "{}" };

describe("summariseMutation", () => {
  it("counts what can be tested, and names what no spec noticed, whether a spec reached it or not", () => {
    const summary = summariseMutation(reports, []);
    expect(summary).toMatchObject({ files: 1, mutants: 4, killed: 1, timeout: 1, survived: 2, listed: 0, score: 50 });
    expect(summary.survivors).toEqual([
      { file: "packages/rest/src/a.ts", line: 1, mutator: "Some", from: "const", to: "let" },
      { ...block, line: 2, mutator: "Some" },
    ]);
  });

  it("leaves listed mutants out of the score, whatever their indentation, and nothing else", () => {
    const other = { ...block, to: "{ }", reason: "another mutant" };
    const summary = summariseMutation(reports, [{ ...block, reason: "does the same" }, other]);
    expect(summary).toMatchObject({ mutants: 4, survived: 2, listed: 1, score: 66.66 });
    expect(summary.survivors.map(({ from }) => from)).toEqual(["const"]);
    expect(summary.stale).toEqual([{ ...block, to: "{ }" }]);
  });

  it("says nothing of entries for files that were not mutated", () => {
    expect(summariseMutation(reports, [{ ...block, file: "packages/rest/src/b.ts", reason: "x" }]).stale).toEqual([]);
  });
});

describe("judgeMutation", () => {
  it("fails when a survivor was not tried by every test that reaches it", () => {
    const judged = (testsCompleted: number): readonly string[] => {
      const survivor = { ...mutant("Survived", [1, 1], [1, 6], "let"), testsCompleted, coveredBy: ["1", "2"] };
      const files = { "src/a.ts": { source, mutants: [survivor] } };
      return judgeMutation(summariseMutation(new Map([["rest", { files }]]), []), 0).failures;
    };
    expect(judged(1)).toEqual([expect.stringContaining("1 survivors were not tried")]);
    expect(judged(2)).toEqual([]);
  });

  it("fails below the wanted score and passes at it", () => {
    const summary = summariseMutation(reports, []);
    expect(judgeMutation(summary, 50).failures).toEqual([]);
    expect(judgeMutation(summary, 51).failures).toEqual(["50 % of the mutants were found, 51 % are wanted"]);
  });

  it("fails for what is listed without need", () => {
    const summary = summariseMutation(reports, [{ ...block, to: "gone", reason: "x" }]);
    expect(judgeMutation(summary, 0).failures).toEqual([expect.stringContaining("take it off the list")]);
  });

  it("finds nothing where nothing could be mutated", () => {
    expect(summariseMutation(new Map(), []).score).toBe(0);
  });
});
