import { colours, element, text } from "./svg.js";
import { logTicks, numberTicks, type Tick, timeTicks } from "./ticks.js";

/** Size of a picture in pixels. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** An axis, and what it counts. */
export interface Axis {
  /** `log`: each power of ten has the same length; `from` is above 0. */
  readonly kind: "number" | "time" | "log";
  /** With the unit. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Marks in place of round ones. */
  readonly ticks?: readonly Tick[];
}

/** The words above a chart. */
export interface ChartWords {
  readonly title: string;
  readonly subtitle: string;
}

/** A name in the legend. */
export interface LegendEntry {
  readonly name: string;
  readonly colour: string;
}

/** The part of a picture in which the data stand. */
export interface Plane {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  x(value: number): number;
  y(value: number): number;
}

const margins = { left: 78, right: 28, top: 86, bottom: 58 } as const;
const pixelsPerTick = { x: 110, y: 52 } as const;
const legendStep = 8;
const characterWidth = 7.6;

/** Where the data stand. @param left room for labels at the left */
export function planeOf({ width, height }: ChartSize, x: Axis, y: Axis, left: number = margins.left): Plane {
  const right = width - margins.right;
  const bottom = height - margins.bottom;
  const { top } = margins;
  const scale = (axis: Axis, from: number, to: number) => (value: number) => from + partOf(axis, value) * (to - from);
  return { left, right, top, bottom, x: scale(x, left, right), y: scale(y, bottom, top) };
}

/** How far along an axis a value stands, from 0 to 1. */
function partOf({ kind, from, to }: Axis, value: number): number {
  return kind === "log" ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from || 1);
}

/** Title, axes with their units, grid and legend. */
export function frameOf(
  plane: Plane,
  { title, subtitle }: ChartWords,
  { x, y }: { readonly x: Axis; readonly y: Axis | undefined },
  legend: readonly LegendEntry[],
): string[] {
  const { left, right, top, bottom } = plane;
  const wordsLeft = Math.min(left, margins.left);
  return [
    text(wordsLeft, 30, title, { size: 17, weight: "bold" }),
    text(wordsLeft, 50, subtitle, { size: 12, fill: colours.quiet }),
    ...(y === undefined ? [] : yAxis(plane, y)),
    ...ticksOf(x, (right - left) / pixelsPerTick.x).flatMap((tick) => xTick(plane, tick)),
    element("line", { x1: left, y1: bottom, x2: right, y2: bottom, stroke: colours.axis }),
    text((left + right) / 2, bottom + 42, x.label, { fill: colours.quiet, anchor: "middle" }),
    ...legendOf(right, top, legend),
  ];
}

function ticksOf({ kind, from, to, ticks }: Axis, wanted: number): readonly Tick[] {
  const roundTicks = { number: numberTicks, time: timeTicks, log: logTicks }[kind];
  return ticks ?? roundTicks(from, to, Math.max(2, wanted));
}

function xTick({ x, top, bottom }: Plane, { at, label }: Tick): string[] {
  const place = x(at);
  return [
    element("line", { x1: place, y1: top, x2: place, y2: bottom, stroke: colours.grid }),
    text(place, bottom + 20, label, { anchor: "middle", fill: colours.quiet }),
  ];
}

/** Labels and lines of a value axis. */
export function yAxis({ left, right, top, bottom, y }: Plane, axis: Axis): string[] {
  const ticks = ticksOf(axis, (bottom - top) / pixelsPerTick.y).flatMap(({ at, label }) => [
    element("line", { x1: left, y1: y(at), x2: right, y2: y(at), stroke: colours.grid }),
    text(left - 8, y(at) + 4, label, { anchor: "end", fill: colours.quiet }),
  ]);
  const label = text(18, (top + bottom) / 2, axis.label, { anchor: "middle", fill: colours.quiet, rotate: -90 });
  return [...ticks, label];
}

function legendOf(right: number, top: number, entries: readonly LegendEntry[]): string[] {
  const drawn: string[] = [];
  let end = right;
  for (const { name, colour } of entries.toReversed()) {
    drawn.push(text(end, top - 12, name, { anchor: "end" }));
    end -= name.length * characterWidth + legendStep;
    drawn.push(element("rect", { x: end - 12, y: top - 21, width: 12, height: 10, rx: 2, fill: colour }));
    end -= 12 + 2 * legendStep;
  }
  return drawn;
}
