import { expect, test } from "vitest";
import { killsReport } from "./kills.js";
import { sizeReport } from "./size.js";

test("killed threads: the goals hold p99, the longest doubt, and threads that were ended too soon", () => {
  const spread = { p50: 200, p99: 900, longest: 1_400 };
  const { goals } = killsReport({
    kills: 200,
    liveMs: spread,
    staleMs: { ...spread, longest: 93 },
    killedWhileStarting: 1,
  });
  expect(goals?.map(({ id, got, met }) => [id, got, met])).toEqual([
    ["kills-live", 900, true],
    ["kills-stale", 93, true],
    ["kills-starting", 1, false],
  ]);
});

test("size: bytes beside the budgets, and goals for the four bundles that have one", () => {
  const budgets = { sign: 3_000, book: 12_000, bookWasm: 21_000, engine: 40_000, call: 12_000 };
  const report = sizeReport({ budgets, sign: 2_975, book: 12_001, bookWasm: 20_995, engine: 39_861, call: 11_982 });
  expect(report.parts.map(({ name, ours, peers }) => [name, ours, peers["budget"]])).toContainEqual([
    "call",
    11_982,
    12_000,
  ]);
  expect(report.goals?.filter(({ met }) => !met).map(({ id }) => id)).toEqual(["size-book"]);
});
