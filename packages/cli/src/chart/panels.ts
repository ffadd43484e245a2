import { type Axis, type ChartSize, type ChartWords, frameOf, planeOf, yAxis } from "./frame.js";
import { stepped } from "./line-chart.js";
import { element, type Point, palette, pathOf, picture } from "./svg.js";

/** One line with a value axis of its own. */
export interface Panel {
  readonly y: Axis;
  /** A value holds until the next. */
  readonly points: readonly Point[];
}

/** What a chart of panels shows. */
export interface PanelChart extends ChartWords {
  readonly x: Axis;
  readonly panels: readonly Panel[];
}

const leastPanelHeight = 90;
const between = 18;

/** Draws panels below each other over one axis of time. The picture is higher than asked for where they need more room. */
export function drawPanels({ title, subtitle, x, panels }: PanelChart, size: ChartSize): string {
  const asked = planeOf(size, x, x);
  const needed = panels.length * (leastPanelHeight + between) - between;
  const height = size.height + Math.max(0, needed - (asked.bottom - asked.top));
  const whole = planeOf({ width: size.width, height }, x, x);
  const panelHeight = (whole.bottom - whole.top + between) / panels.length - between;
  const shapes = panels.flatMap(({ y, points }, index) => {
    const top = whole.top + index * (panelHeight + between);
    const bottom = top + panelHeight;
    const place = (value: number): number => bottom - ((value - y.from) / (y.to - y.from || 1)) * panelHeight;
    const line = stepped(points.map(([at, value]): Point => [whole.x(at), place(value)]));
    return [
      ...yAxis({ ...whole, top, bottom, y: place }, y),
      element("path", {
        d: pathOf(line),
        fill: "none",
        stroke: palette[index % palette.length],
        "stroke-width": 1.8,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ];
  });
  const frame = frameOf(whole, { title, subtitle }, { x, y: undefined }, []);
  return picture(size.width, height, `${title}. ${subtitle}`, [...frame, ...shapes]);
}
