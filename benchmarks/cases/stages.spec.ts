import { expect, test } from "vitest";
import { stagesReport } from "./stages.js";

test("a stage is what a way takes more than the one before, and never less than nothing", () => {
  const { parts, ours, peers, ratios } = stagesReport([1_700, 2_100, 2_700, 2_650], [8_000, 15_000, 22_000]);
  expect(parts.map((part) => [part.name, part.ours, part.peers["ccxt"]])).toEqual([
    ["inflate", 1_700, 8_000],
    ["parse", 400, 7_000],
    ["book", 600, 7_000],
    ["session and views", 0, 0],
  ]);
  expect([ours, peers["ccxt"], ratios["ccxt"]]).toEqual([2_700, 22_000, 8.15]);
});
