import { type Axis, type ChartSize, type ChartWords, frameOf, planeOf } from "./frame.js";
import { element, type Point, palette, pathOf, picture } from "./svg.js";

/** A line of a chart. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly Point[];
  /** Lowest and highest value about each point, as a band. */
  readonly band?: readonly (readonly [low: number, high: number])[];
  readonly colour?: string;
  /** `marked`: a dot on each point; `step`: a value holds until the next; `area`: so, and filled down to the axis. */
  readonly form?: "line" | "marked" | "step" | "area";
}

/** What a chart of lines shows. */
export interface LineChart extends ChartWords {
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly ChartLine[];
}

const markRadius = 3.5;

/** Draws lines over a common axis. */
export function drawLines({ title, subtitle, x, y, lines }: LineChart, size: ChartSize): string {
  const plane = planeOf(size, x, y);
  const coloured = lines.map((line, index) => ({ colour: palette[index % palette.length] ?? "", ...line }));
  const legend = coloured.length > 1 ? coloured : [];
  const frame = frameOf(plane, { title, subtitle }, { x, y }, legend);
  const shapes = coloured.flatMap(({ points, band = [], colour, form = "line" }) => {
    const places = points.map(([at, value]): Point => [plane.x(at), plane.y(value)]);
    const line = form === "line" || form === "marked" ? places : stepped(places);
    const [first, last] = [line[0], line.at(-1)];
    const area: Point[] =
      first === undefined || last === undefined ? [] : [...line, [last[0], plane.bottom], [first[0], plane.bottom]];
    return [
      ...(band.length > 0 ? [bandOf(points, band, plane, colour)] : []),
      ...(form === "area" ? [element("path", { d: `${pathOf(area)}Z`, fill: colour, "fill-opacity": 0.14 })] : []),
      element("path", {
        d: pathOf(line),
        fill: "none",
        stroke: colour,
        "stroke-width": 1.8,
        "stroke-linejoin": "round",
      }),
      ...(form === "marked"
        ? places.map(([cx, cy]) => element("circle", { cx, cy, r: markRadius, fill: colour }))
        : []),
    ];
  });
  return picture(size.width, size.height, `${title}. ${subtitle}`, [...frame, ...shapes]);
}

/** Places joined so that a value holds until the next. */
export function stepped(places: readonly Point[]): Point[] {
  return places.flatMap(([x, y], index): Point[] => {
    const former = places[index - 1];
    return former === undefined
      ? [[x, y]]
      : [
          [x, former[1]],
          [x, y],
        ];
  });
}

function bandOf(
  points: readonly Point[],
  band: NonNullable<ChartLine["band"]>,
  plane: { x(value: number): number; y(value: number): number },
  colour: string,
): string {
  const upper = points.map(([at], index): Point => [plane.x(at), plane.y(band[index]?.[1] ?? 0)]);
  const lower = points.map(([at], index): Point => [plane.x(at), plane.y(band[index]?.[0] ?? 0)]);
  return element("path", { d: `${pathOf([...upper, ...lower.toReversed()])}Z`, fill: colour, "fill-opacity": 0.18 });
}

/** An axis about these values, with some room, from 0 where they come near it. */
export function axisAbout(values: readonly number[], label: string): Axis {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(high >= low)) {
    return { kind: "number", label, from: 0, to: 1 };
  }
  const room = (high - low || Math.abs(high) || 1) * 0.06;
  const isNearZero = low >= 0 && low < (high - low) * 2;
  return { kind: "number", label, from: isNearZero ? 0 : low - room, to: high + room };
}
