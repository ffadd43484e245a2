import { describe, expect, test } from "vitest";
import { profileOf } from "./profile.js";
import { caseReport, partReport } from "./report.js";
import { writeFigures } from "./written-report.js";

const page =
  "before\n<!-- figures: begin, written by npm run bench -- --write-report -->\nold\n<!-- figures: end -->\nafter\n";
const origin = { date: "2026-11-21", commit: "abc1234", machine: "Node 20, 2 × some processor" };

describe("writeFigures", () => {
  const parts = [1, 2].map((seed) =>
    partReport(
      `seed ${seed}`,
      new Map([
        ["ours", 20_000 * seed],
        ["ccxt", 5_000],
      ]),
    ),
  );
  const report = {
    ...caseReport("pipeline", "messages/s", parts),
    goals: [{ id: "pipeline-floor-ccxt", wanted: "at least 7 times ccxt", got: 5.66, met: false }],
    measures: { "µs a read": 0.2 },
    versions: { ccxt: "4.5.84" },
  };

  test("puts tables between the marks and leaves the rest", () => {
    const written = writeFigures(page, { cases: [report] }, origin);
    expect(written.startsWith("before\n")).toBe(true);
    expect(written.endsWith("after\n")).toBe(true);
    expect(written).not.toContain("old");
    expect(written).toContain("2026-11-21, commit abc1234, Node 20, 2 × some processor");
    expect(written).toContain("| seed 2 | 40.0 k | 5000 (8×) |");
    expect(written).toContain("| `pipeline-floor-ccxt` | at least 7 times ccxt | 5.66 | **no** |");
    expect(written).toContain("- µs a read: 0.2");
    expect(written).toContain("Against ccxt 4.5.84.");
    expect(writeFigures(written, { cases: [report] }, origin)).toBe(written);
  });

  test("refuses a page without a place", () => {
    expect(() => writeFigures("nothing here", { cases: [report] }, origin)).toThrow("no place");
  });
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
