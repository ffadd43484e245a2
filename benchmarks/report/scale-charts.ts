import { type ChartSize, drawLines, palette, type Tick } from "@depthwire/cli/internal";
import { geometricMean } from "../runner/measure.js";
import type { Figures } from "../runner/report.js";
import { type KeptReport, keptCase, originWords } from "./kept-report.js";

/** Of a chart of lines. */
export const chartSize: ChartSize = { width: 860, height: 400 };

const usPerSecond = 1e6;

/** Marks at these values alone. */
function marksAt(values: readonly number[]): readonly Tick[] {
  return values.map((at) => ({ at, label: at.toLocaleString("en") }));
}

/** The time of a message against the number of pairs. */
export function drawPairs(report: KeptReport): string | undefined {
  const scale = keptCase(report, "scale");
  if (scale === undefined) {
    return undefined;
  }
  const points = scale.parts.map(({ name, ours }): [number, number] => [Number.parseInt(name, 10), usPerSecond / ours]);
  const counts = points.map(([pairs]) => pairs);
  return drawLines(
    {
      title: "Many pairs",
      subtitle: `the pieces, 20 levels a side, one thread; ${originWords(scale.origin)}`,
      x: {
        kind: "log",
        label: "pairs (each step is ten times the one before)",
        from: Math.min(...counts),
        to: Math.max(...counts, 10),
        ticks: marksAt(counts),
      },
      y: { kind: "number", label: "µs a message", from: 0, to: Math.max(...points.map(([, us]) => us)) * 1.15 },
      lines: [{ name: "ours", points, form: "marked" }],
    },
    chartSize,
  );
}

const contestants = ["ours", "ours, whole engine", "native", "ccxt", "naive"] as const;

/** The time of an update against the levels of its book, beside others. */
export function drawLevels(report: KeptReport): string | undefined {
  const pipeline = keptCase(report, "pipeline");
  if (pipeline === undefined) {
    return undefined;
  }
  const levelsOf = (name: string): number => Number.parseInt(name, 10);
  const counts = [...new Set(pipeline.parts.map(({ name }) => levelsOf(name)))];
  const lines = contestants.flatMap((contestant, index) => {
    const rate = ({ ours, peers }: Figures): number => (contestant === "ours" ? ours : (peers[contestant] ?? 0));
    const points = counts.map((levels): [number, number] => {
      const parts = pipeline.parts.filter(({ name }) => levelsOf(name) === levels);
      return [levels, usPerSecond / geometricMean(parts.map(rate))];
    });
    const isThere = points.every(([, us]) => Number.isFinite(us));
    return isThere ? [{ name: contestant, points, form: "marked" as const, colour: palette[index] ?? "" }] : [];
  });
  const times = lines.flatMap(({ points }) => points.map(([, us]) => us));
  return drawLines(
    {
      title: "Larger books",
      subtitle: `compressed updates, one thread; ${originWords(pipeline.origin)}`,
      x: {
        kind: "log",
        label: "levels a side",
        from: Math.min(...counts),
        to: Math.max(...counts, 30),
        ticks: marksAt(counts),
      },
      y: {
        kind: "log",
        label: "µs a message",
        from: 10 ** Math.floor(Math.log10(Math.min(...times))),
        to: 10 ** Math.ceil(Math.log10(Math.max(...times))),
      },
      lines,
    },
    chartSize,
  );
}
