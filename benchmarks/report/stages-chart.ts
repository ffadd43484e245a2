import { palette } from "@depthwire/cli/internal";
import type { PartReport } from "../runner/report.js";
import { type KeptReport, keptCase, originWords } from "./kept-report.js";
import { drawRows } from "./rows-chart.js";

const nsPerUs = 1_000;

/** What each stage of a message takes, ours and ccxt's. */
export function drawStages(report: KeptReport): string | undefined {
  const stages = keptCase(report, "stages");
  if (stages === undefined) {
    return undefined;
  }
  const rowOf = (name: string, pick: (part: PartReport) => number) => {
    const whole = stages.parts.reduce((sum, part) => sum + pick(part), 0);
    const shares = stages.parts.map((part) => `${Math.round((pick(part) / whole) * 100)}`).join(" + ");
    return {
      name,
      segments: stages.parts.map((part, index) => ({ value: pick(part) / nsPerUs, colour: palette[index] ?? "" })),
      label: `${(whole / nsPerUs).toFixed(1)} µs: ${shares} %`,
    };
  };
  const rows = [rowOf("ours", ({ ours }) => ours), rowOf("ccxt", ({ peers }) => peers["ccxt"] ?? 0)];
  const longest = Math.max(stages.ours, stages.peers["ccxt"] ?? 0) / nsPerUs;
  return drawRows({
    title: "What a message is made of",
    subtitle: `compressed updates, books of 200 levels a side; ${originWords(stages.origin)}`,
    // Room for the words behind the longest bar.
    x: { kind: "number", label: "µs a message", from: 0, to: longest * 1.4 },
    form: "bars",
    rows,
    legend: stages.parts.map(({ name }, index) => ({ name, colour: palette[index] ?? "" })),
  });
}
