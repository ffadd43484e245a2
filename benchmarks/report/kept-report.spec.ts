import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { mergeKept, readKept } from "./kept-report.js";
import { keptCaseOf } from "./report-figures.spec-kit.js";
import { writeReport } from "./write-report.js";

const marks = "<!-- figures: begin, written by npm run bench -- --write-report -->\n<!-- figures: end -->\n";
const head = { at: "2026-11-23T12:00:00+00:00", commit: "abc1234" };

/** A repository with a place for figures, and its folder of benchmarks. */
function setScene(): { readonly root: string; readonly folder: string } {
  const root = mkdtempSync(join(tmpdir(), "written-report-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, "README.md"), `# It\n${marks}`);
  const folder = join(root, "benchmarks");
  writeFileSync(join(mkdirOf(folder), "BENCHMARKS.md"), `# Benchmarks\n${marks}`);
  return { root, folder };
}

function mkdirOf(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return folder;
}

describe("a report that is kept", () => {
  test("has a case's newest figures, and keeps those of cases that were not run", () => {
    const kept = { cases: [keptCaseOf("pipeline"), keptCaseOf("signing")], sizes: [] };
    const merged = mergeKept(kept, [keptCaseOf("signing", { ours: 7 }), keptCaseOf("plain")], head);
    expect(merged.cases.map((one) => [one.case, one.ours])).toEqual([
      ["pipeline", 20_000],
      ["signing", 7],
      ["plain", 20_000],
    ]);
    expect(merged.sizes).toEqual([]);
  });

  test("has the sizes of each commit once, in the order of time", () => {
    const size = keptCaseOf("size", { parts: [{ name: "book", ours: 11_997, peers: {}, ratios: {} }] });
    const first = mergeKept({ cases: [], sizes: [] }, [size], { at: "2026-11-24T00:00:00Z", commit: "later" });
    const second = mergeKept(first, [size], head);
    expect(mergeKept(second, [size], head).sizes).toEqual([
      { ...head, bytes: { book: 11_997 } },
      { at: "2026-11-24T00:00:00Z", commit: "later", bytes: { book: 11_997 } },
    ]);
  });

  test("is written into both pages with its pictures, and read back", () => {
    const { root, folder } = setScene();
    const written = writeReport(folder, [keptCaseOf("pipeline"), keptCaseOf("signing")], head);
    expect(readKept(join(folder, "report/figures.json"))).toEqual(written);
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("20.0 k messages/s by the pieces");
    const page = readFileSync(join(folder, "BENCHMARKS.md"), "utf8");
    const pictures = readdirSync(join(folder, "report/pictures"));
    expect(pictures).toEqual(["levels.svg", "throughput.svg"]);
    for (const picture of pictures) {
      expect(page).toContain(`](report/pictures/${picture})`);
    }
  });

  test("is not half written: without a place in one page nothing is", () => {
    const { root, folder } = setScene();
    writeFileSync(join(root, "README.md"), "# It\n");
    const before = readFileSync(join(folder, "BENCHMARKS.md"), "utf8");
    expect(() => writeReport(folder, [keptCaseOf("pipeline")], head)).toThrow("README.md has no place");
    expect(readFileSync(join(folder, "BENCHMARKS.md"), "utf8")).toBe(before);
    expect(existsSync(join(folder, "report/figures.json"))).toBe(false);
  });
});
