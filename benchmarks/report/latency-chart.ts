import { drawLines, type Tick } from "@depthwire/cli/internal";
import { type KeptReport, keptCase, originWords } from "./kept-report.js";
import { chartSize } from "./scale-charts.js";

const usPerMs = 1_000;
const marks: readonly number[] = [0.5, 0.9, 0.99, 0.999];

/** How the time from a write into a socket to the view is distributed. */
export function drawLatency(report: KeptReport): string | undefined {
  const latency = keptCase(report, "latency");
  const { distributions = [] } = latency ?? {};
  if (latency === undefined || distributions.length === 0) {
    return undefined;
  }
  const lines = distributions.map(({ name, points }) => ({
    name: name === "ours" ? "ours, inline" : name,
    points: points.map(([part, us]): [number, number] => [beyond(part), us / usPerMs]),
    form: "marked" as const,
  }));
  const times = lines.flatMap(({ points }) => points.map(([, ms]) => ms));
  const last = Math.max(...lines.flatMap(({ points }) => points.map(([at]) => at)));
  return drawLines(
    {
      title: "From the socket to the view",
      subtitle: `500 frames a second from another process; ${originWords(latency.origin)}`,
      x: {
        kind: "log",
        label: "percentile (each step is a tenth of what was left)",
        from: beyond(0.5),
        to: last,
        ticks: marks.map((part): Tick => ({ at: beyond(part), label: `p${Number((part * 100).toFixed(2))}` })),
      },
      y: {
        kind: "log",
        label: "ms",
        from: Math.min(...times) / 1.5,
        to: Math.max(...times) * 1.5,
      },
      lines,
    },
    chartSize,
  );
}

/** One in so many is later. */
function beyond(part: number): number {
  return 1 / (1 - part);
}
