import { expect, test } from "vitest";
import { latencyReport } from "./latency.js";

/** 900 times of `usual`, 90 of `late`, 10 of `last`. */
function times(usual: number, late: number, last: number): readonly number[] {
  return Array.from({ length: 1_000 }, (_, index) => (index < 900 ? usual : index < 990 ? late : last));
}

test("less is more: ratios are the others' times over ours, goals ours over the plain client's", () => {
  const report = latencyReport(
    new Map([
      ["ours", times(300, 1_000, 4_000)],
      ["two shards", times(500, 1_000, 4_000)],
      ["plain", times(400, 4_000, 5_000)],
    ]),
  );
  expect(report.parts.map(({ name, ours, ratios }) => [name, ours, ratios["plain"]])).toEqual([
    ["p50", 300, 1.33],
    ["p99", 1_000, 4],
    ["p99.9", 4_000, 1.25],
  ]);
  expect(report.goals?.map(({ id, got, met }) => [id, got, met])).toEqual([
    ["latency-p50", 0.75, true],
    ["latency-p99", 0.25, true],
    ["latency-p99.9", 0.8, false],
    ["latency-two-shards-p50", 1.25, false],
  ]);
  expect(report.ratios["plain"]).toBeCloseTo((report.peers["plain"] as number) / report.ours, 2);
});
