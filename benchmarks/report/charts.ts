import type { KeptReport } from "./kept-report.js";
import { drawLatency } from "./latency-chart.js";
import { drawLevels, drawPairs } from "./scale-charts.js";
import { drawSizes } from "./size-chart.js";
import { drawStages } from "./stages-chart.js";
import { drawThreads } from "./threads-chart.js";
import { drawThroughput } from "./throughput-chart.js";

/** A picture of the report. */
export interface ReportPicture {
  /** Name of its file in `report/pictures`. */
  readonly file: string;
  /** What it shows, for those who cannot see it. */
  readonly words: string;
  readonly svg: string;
}

type Draw = (report: KeptReport) => string | undefined;

const drawings: readonly (readonly [name: string, words: string, draw: Draw])[] = [
  ["throughput", "Messages a second beside others, by case", drawThroughput],
  ["levels", "Time of a message against the levels of its book", drawLevels],
  ["pairs", "Time of a message against the number of pairs", drawPairs],
  ["stages", "The share of each stage of a message", drawStages],
  ["threads", "Messages a second and processor time with threads", drawThreads],
  ["latency", "Distribution of the time from a socket to a view", drawLatency],
  ["size", "Bytes of the smallest useful parts, commit by commit", drawSizes],
];

/** The pictures that the figures suffice for. */
export function drawReport(report: KeptReport): readonly ReportPicture[] {
  return drawings.flatMap(([name, words, draw]) => {
    const svg = draw(report);
    return svg === undefined ? [] : [{ file: `${name}.svg`, words, svg }];
  });
}
