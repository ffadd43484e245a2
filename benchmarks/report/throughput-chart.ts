import { palette } from "@depthwire/cli/internal";
import { type KeptReport, keptCase, originWords } from "./kept-report.js";
import { drawRows } from "./rows-chart.js";

const rowNames = {
  pipeline: "updates",
  foreign: "foreign updates",
  snapshots: "full messages",
  plain: "uncompressed",
} as const;

const thousand = 1_000;

const contestants = ["ours", "ours, whole engine", "native", "ccxt", "naive"] as const;

/** Messages a second of every contestant, by case. */
export function drawThroughput(report: KeptReport): string | undefined {
  const cases = Object.entries(rowNames).flatMap(([name, words]) => {
    const found = keptCase(report, name);
    return found === undefined ? [] : [{ words, found }];
  });
  const [first] = cases;
  if (first === undefined) {
    return undefined;
  }
  const rows = cases.map(({ words, found }) => ({
    name: words,
    // The last is drawn on top: ours.
    segments: contestants
      .map((name, index) => ({
        value: ((name === "ours" ? found.ours : found.peers[name]) ?? 0) / thousand,
        colour: palette[index] ?? "",
      }))
      .filter(({ value }) => value > 0)
      .toReversed(),
  }));
  const rates = rows.flatMap(({ segments }) => segments.map(({ value }) => value));
  return drawRows({
    title: "Frames to books, one thread",
    subtitle: `geometric means over all parts of a case; ${originWords(first.found.origin)}`,
    x: {
      kind: "log",
      label: "thousand messages a second (each step is ten times the one before)",
      from: 10 ** Math.floor(Math.log10(Math.min(...rates))),
      to: 10 ** Math.ceil(Math.log10(Math.max(...rates))),
    },
    form: "dots",
    rows,
    legend: contestants.map((name, index) => ({ name, colour: palette[index] ?? "" })),
  });
}
