import { effect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { colours, theme } from "../data/settings.js";
import { clockText } from "../numbers/format.js";
import type { History } from "./history.js";

function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function optionsOf(width: number, height: number, unit: string): uPlot.Options {
  const font = `11px ${cssColour("figures")}`;
  const axis: uPlot.Axis = {
    stroke: cssColour("muted"),
    grid: { stroke: cssColour("raised"), width: 1 },
    ticks: { show: false },
    font,
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    padding: [22, 10, 0, 4],
    axes: [
      { ...axis, values: (_, at) => at.map((second) => clockText(second * 1_000).slice(0, 5)) },
      { ...axis, size: 62, values: (_, at) => at.map((value) => `${value}${unit}`) },
    ],
    series: [{}, { stroke: cssColour("accent"), width: 1.4, points: { show: false } }],
  };
}

/** A figure over time. */
export function Plot({
  history,
  name,
  unit,
}: {
  readonly history: Signal<History>;
  readonly name: string;
  readonly unit: string;
}): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return undefined;
    }
    let plot: uPlot | undefined;
    const dataOf = (): uPlot.AlignedData => [[...history.peek().seconds], [...history.peek().values]];
    const make = (): void => {
      plot?.destroy();
      plot = new uPlot(optionsOf(element.clientWidth, element.clientHeight, unit), dataOf(), element);
    };
    const sizes = new ResizeObserver(make);
    sizes.observe(element);
    const endTheme = effect(() => {
      void theme.value;
      void colours.value;
      setTimeout(make);
    });
    const endData = effect(() => {
      void history.value;
      plot?.setData(dataOf());
    });
    return () => {
      sizes.disconnect();
      endTheme();
      endData();
      plot?.destroy();
      plot = undefined;
    };
  }, []);
  return (
    <div>
      <div class="canvas" ref={place} role="img" aria-label={`${name} over time`} />
      <span class="plot-name">{name}</span>
    </div>
  );
}
