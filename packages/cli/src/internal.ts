/** For siblings alone: not part of the public interface, and without any promise. */
export {
  type Axis,
  type ChartSize,
  type ChartWords,
  frameOf,
  type LegendEntry,
  type Plane,
  planeOf,
} from "./chart/frame.js";
export { type ChartLine, drawLines, type LineChart } from "./chart/line-chart.js";
export { colours, element, palette, picture, text } from "./chart/svg.js";
export type { Tick } from "./chart/ticks.js";
export { collectColumns, type ReadyColumns } from "./export/collect-columns.js";
export { exportRecording } from "./export/export-recording.js";
export type { ExportTerms } from "./export/export-terms.js";
export { openTables } from "./export/open-tables.js";
export { createTaskRunner, type TaskRunner } from "./export/task-runner.js";
export { inspectRecording } from "./recordings/inspect-recording.js";
export { parseDurationMs } from "./screen/duration.js";
export { type Column, flow, type Line, layOut, plainText, type Segment } from "./screen/layout.js";
export { count, megabytes, milliseconds, seconds } from "./screen/number-format.js";
export { createRateMeter } from "./screen/rate.js";
export { type Colour, type DrawnScreen, openScreen, type ScreenSize, type TerminalOutput } from "./screen/screen.js";
export type * from "./types.js";
