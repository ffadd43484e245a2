import {
  type Axis,
  type ChartSize,
  type ChartWords,
  colours,
  element,
  frameOf,
  type LegendEntry,
  picture,
  planeOf,
  text,
} from "@depthwire/cli/internal";

/** A piece of a row, drawn behind the one before. */
export interface RowSegment {
  readonly value: number;
  readonly colour: string;
}

/** A row with its name; `dots` stand at their values in place of bars that add up. */
export interface ChartRow {
  readonly name: string;
  readonly segments: readonly RowSegment[];
  /** Behind the bar: what it comes to. */
  readonly label?: string;
}

/** Rows over one axis of values. */
export interface RowsChart extends ChartWords {
  readonly x: Axis;
  /** `bars` add their segments up; `dots` mark each segment's value, which an axis of powers of ten needs. */
  readonly form: "bars" | "dots";
  readonly rows: readonly ChartRow[];
  readonly legend: readonly LegendEntry[];
}

const width = 860;
const rowHeight = 34;
const otherHeight = 144;
const characterWidth = 7.3;
const dotRadius = 6;

/** Draws rows, in a picture that is as high as they need. */
export function drawRows({ title, subtitle, x, form, rows, legend }: RowsChart): string {
  const size: ChartSize = { width, height: otherHeight + rows.length * rowHeight };
  const longest = Math.max(8, ...rows.map(({ name }) => name.length));
  const plane = planeOf(size, x, { kind: "number", label: "", from: 0, to: 1 }, 24 + longest * characterWidth);
  const shapes = rows.flatMap(({ name, segments, label }, index) => {
    const middle = plane.top + (index + 0.5) * rowHeight;
    const drawn = form === "bars" ? barsOf(segments, plane.x, middle) : dotsOf(segments, plane, middle);
    const end = segments.reduce((sum, { value }) => sum + value, 0);
    return [
      text(plane.left - 10, middle + 4, name, { anchor: "end" }),
      ...drawn,
      ...(label === undefined ? [] : [text(plane.x(end) + 6, middle + 4, label, { fill: colours.quiet })]),
    ];
  });
  const frame = frameOf(plane, { title, subtitle }, { x, y: undefined }, legend);
  return picture(size.width, size.height, `${title}. ${subtitle}`, [...frame, ...shapes]);
}

function barsOf(segments: readonly RowSegment[], x: (value: number) => number, middle: number): string[] {
  let from = 0;
  return segments.map(({ value, colour }) => {
    const left = x(from);
    from += value;
    const height = rowHeight * 0.6;
    return element("rect", { x: left, y: middle - height / 2, width: x(from) - left, height, fill: colour });
  });
}

function dotsOf(
  segments: readonly RowSegment[],
  { left, right, x }: { readonly left: number; readonly right: number; x(value: number): number },
  middle: number,
): string[] {
  return [
    element("line", { x1: left, y1: middle, x2: right, y2: middle, stroke: colours.grid }),
    ...segments.map(({ value, colour }) =>
      element("circle", { cx: x(value), cy: middle, r: dotRadius, fill: colour, "fill-opacity": 0.85 }),
    ),
  ];
}
