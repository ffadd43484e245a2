import { type Axis, type ChartSize, type ChartWords, frameOf, type LegendEntry, planeOf } from "./frame.js";
import { element, picture, text } from "./svg.js";

/** A stretch of time on a row. */
export interface ChartBar {
  readonly from: number;
  readonly to: number;
  readonly colour: string;
}

/** A row with its name. */
export interface ChartRow {
  readonly name: string;
  readonly bars: readonly ChartBar[];
}

/** Rows of stretches over one axis of time. */
export interface BarChart extends ChartWords {
  readonly x: Axis;
  readonly rows: readonly ChartRow[];
  readonly legend: readonly LegendEntry[];
}

const characterWidth = 7.3;
const maxRowHeight = 34;
/** What is shorter would not be seen, and it is what the chart is for. */
const minBarWidth = 1.5;

/** Few rows do not need the height of a chart. */
const otherHeight = 150;

/** Draws rows of stretches, in a picture that is no higher than they need. */
export function drawBars({ title, subtitle, x, rows, legend }: BarChart, most: ChartSize): string {
  const size = { width: most.width, height: Math.min(most.height, otherHeight + rows.length * maxRowHeight) };
  const longest = Math.max(8, ...rows.map(({ name }) => name.length));
  const plane = planeOf(size, x, { kind: "number", label: "", from: 0, to: 1 }, 24 + longest * characterWidth);
  const height = Math.min(maxRowHeight, (plane.bottom - plane.top) / Math.max(1, rows.length));
  const shapes = rows.flatMap(({ name, bars }, index) => {
    const top = plane.top + index * height;
    return [
      text(plane.left - 10, top + height / 2 + 4, name, { anchor: "end" }),
      ...bars.map(({ from, to, colour }) => {
        const left = plane.x(from);
        const width = Math.max(minBarWidth, plane.x(to) - left);
        return element("rect", { x: left, y: top + height * 0.2, width, height: height * 0.6, fill: colour });
      }),
    ];
  });
  const frame = frameOf(plane, { title, subtitle }, { x, y: undefined }, legend);
  return picture(size.width, size.height, `${title}. ${subtitle}`, [...frame, ...shapes]);
}
