import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { profileOf } from "../runner/profile.js";
import { drawReport } from "./charts.js";
import { readKept } from "./kept-report.js";
import { writeFigures } from "./page.js";
import { writeReadme } from "./readme.js";
import { keptCaseOf } from "./report-figures.spec-kit.js";

const page =
  "before\n<!-- figures: begin, written by npm run bench -- --write-report -->\nold\n<!-- figures: end -->\nafter\n";

describe("writeFigures", () => {
  const report = keptCaseOf("pipeline", {
    goals: [{ id: "pipeline-ccxt", wanted: "at least 7 times ccxt", got: 5.66, met: false }],
    measures: { "µs a read": 0.2 },
    versions: { ccxt: "4.5.84" },
  });
  const picture = { file: "throughput.svg", words: "Messages a second", svg: "<svg/>" };

  test("puts goals, pictures and tables between the marks and leaves the rest", () => {
    const written = writeFigures(page, [report], [picture]);
    expect(written.startsWith("before\n")).toBe(true);
    expect(written.endsWith("after\n")).toBe(true);
    expect(written).not.toContain("old");
    expect(written).toContain("Measured on Node 20, 2 × some processor.");
    expect(written).toContain("![Messages a second](report/pictures/throughput.svg)");
    expect(written).toContain("2026-11-23, commit abc1234, load 1.5 to 2.");
    expect(written).toContain("| seed 1 | 20.0 k | 5000 (4×) |");
    expect(written).toContain("- µs a read: 0.2");
    expect(written).toContain("Against ccxt 4.5.84.");
    expect(writeFigures(written, [report], [picture])).toBe(written);
  });

  test("goals stand under their numbers, with what was not measured, and where each figure is from", () => {
    const other = keptCaseOf("relay", { goals: [{ id: "relay-lost", wanted: "none", got: 0, met: true }] });
    const rows = writeFigures(page, [report, other], [])
      .split("\n")
      .filter((line) => line.startsWith("| **") || line.startsWith("| others"));
    expect(rows).toHaveLength(11);
    expect(rows[0]).toBe(
      "| **1** compressed updates, one thread | `pipeline-ccxt` | at least 7 times ccxt | 5.66 | **no** | 2026-11-23, commit abc1234, load 1.5 to 2 |",
    );
    expect(rows[7]).toBe("| **8** size | – | – | – | not measured | – |");
    expect(rows[10]).toMatch(/^\| others \| `relay-lost` \| none \| 0 \| yes \|/);
  });

  test("refuses a page without a place", () => {
    expect(() => writeFigures("nothing here", [report], [])).toThrow("no place");
  });
});

test("every goal that the kept figures miss says on the page what bounds it", () => {
  const { cases } = readKept(fileURLToPath(new URL("figures.json", import.meta.url)));
  const text = readFileSync(new URL("../BENCHMARKS.md", import.meta.url), "utf8");
  const bounds = text.slice(text.indexOf("## Goals that are missed, and what bounds them"));
  const missed = cases.flatMap(({ goals = [] }) => goals.filter(({ met }) => !met).map(({ id }) => id));
  expect(missed.filter((id) => !bounds.includes(`\`${id}\``))).toEqual([]);
});

test("the page and the README show the figures that are kept", () => {
  const kept = readKept(fileURLToPath(new URL("figures.json", import.meta.url)));
  const page = readFileSync(new URL("../BENCHMARKS.md", import.meta.url), "utf8");
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(writeFigures(page, kept.cases, drawReport(kept))).toBe(page);
  expect(writeReadme(readme, kept)).toBe(readme);
});

test("a profile names the functions that take the time", async () => {
  function burn(): void {
    const endMs = performance.now() + 60;
    while (performance.now() < endMs) {}
  }
  const rows = await profileOf(burn, 5);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.reduce((sum, { part }) => sum + part, 0)).toBeLessThanOrEqual(1.001);
});
