import { effect, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import { colours, theme } from "../data/settings.js";
import { clockText, grouped } from "../numbers/format.js";
import type { History } from "./history.js";

function cssColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Labels that tell neighbours apart: seconds where the ticks are closer than a minute. */
function timeLabels(seconds: readonly number[], step: number): string[] {
  return seconds.map((second) => clockText(second * 1_000).slice(0, step < 60 ? 8 : 5));
}

/** As many decimals as the step between the ticks needs. */
function valueLabels(values: readonly number[], step: number): string[] {
  const scale = String(Number(step.toPrecision(3))).split(".")[1]?.length ?? 0;
  return values.map((value) => grouped(value.toFixed(scale)));
}

/** What a plot shows of its values: from zero on, or around them. */
function rangeOf(from: PlotProps["from"]): uPlot.Range.Function {
  return (_, least, most) => {
    if (from === "zero") {
      return [0, Math.max(1, most * 1.15)];
    }
    const room = Math.max((most - least) * 0.1, Math.abs(most) * 1e-6, 1e-6);
    return [least - room, most + room];
  };
}

function optionsOf(width: number, height: number, from: PlotProps["from"]): uPlot.Options {
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
    scales: { y: { range: rangeOf(from) } },
    axes: [
      { ...axis, space: 76, values: (...[, at, , , step]) => timeLabels(at, step) },
      { ...axis, size: 76, space: 26, values: (...[, at, , , step]) => valueLabels(at, step) },
    ],
    series: [{}, { stroke: cssColour("accent"), width: 1.4, points: { show: false } }],
  };
}

/** What a plot shows. */
export interface PlotProps {
  readonly history: Signal<History>;
  readonly name: string;
  readonly from: "zero" | "around";
}

/** A figure over time. */
export function Plot({ history, name, from }: PlotProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) {
      return undefined;
    }
    let plot: uPlot | undefined;
    let isOver = false;
    const dataOf = (): uPlot.AlignedData => [[...history.peek().seconds], [...history.peek().values]];
    const make = async (): Promise<void> => {
      // Loaded where the first plot is looked at: most of the day none is.
      const { default: Made } = await import("uplot");
      plot?.destroy();
      plot = isOver
        ? undefined
        : new Made(optionsOf(element.clientWidth, element.clientHeight, from), dataOf(), element);
    };
    const sizes = new ResizeObserver(() => void make());
    sizes.observe(element);
    const endTheme = effect(() => {
      void theme.value;
      void colours.value;
      setTimeout(() => void make());
    });
    const endData = effect(() => {
      void history.value;
      plot?.setData(dataOf());
    });
    return () => {
      isOver = true;
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
