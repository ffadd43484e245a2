import type { Axis, ChartSize, ChartWords } from "../../chart/frame.js";
import { axisAbout, type ChartLine, drawLines } from "../../chart/line-chart.js";
import { drawPanels } from "../../chart/panels.js";
import { TimeBuckets } from "../../chart/time-buckets.js";
import type { ReadMarket } from "../../recordings/market/read-market.js";
import { mostBuckets } from "./plot.js";

/** Values of several names over time. */
export class ValuesOverTime {
  readonly #buckets = new Map<string, TimeBuckets>();

  add(name: string, localUs: number, value: number): void {
    const known = this.#buckets.get(name);
    const buckets = known ?? new TimeBuckets(mostBuckets);
    if (known === undefined) {
      this.#buckets.set(name, buckets);
    }
    buckets.add(localUs / 1_000, value);
  }

  /** A line a name over one axis: the mean with a band from lowest to highest. */
  draw(words: ChartWords & { readonly unit: string }, read: ReadMarket, size: ChartSize): string | undefined {
    const lines = this.#shown().map(([name, buckets]) => meanOf(name, buckets));
    if (lines.length === 0) {
      return undefined;
    }
    const values = lines.flatMap(({ points, band = [] }) => [...points.map(([, value]) => value), ...band.flat()]);
    return drawLines({ ...words, x: timeAxis(read), y: axisAbout(values, words.unit), lines }, size);
  }

  /** A panel a name, whose unit it is. A value holds until the next, the last one to the recording's end. */
  drawPanels(words: ChartWords, read: ReadMarket, size: ChartSize): string | undefined {
    const x = timeAxis(read);
    const panels = this.#shown().map(([name, buckets]) => {
      // A bucket stands at its middle, which may lie outside.
      const points = buckets.all().map(({ atMs, last }) => [Math.min(Math.max(atMs, x.from), x.to), last] as const);
      const end = points.at(-1);
      const values = points.map(([, value]) => value);
      return { y: axisAbout(values, name), points: end === undefined ? points : [...points, [x.to, end[1]] as const] };
    });
    return panels.length === 0 ? undefined : drawPanels({ ...words, x, panels }, size);
  }

  /** Those whose values are not all 0; all, where there are no others. */
  #shown(): readonly (readonly [name: string, buckets: TimeBuckets])[] {
    const all = [...this.#buckets];
    const moving = all.filter(([, buckets]) => buckets.all().some(({ max, min }) => max !== 0 || min !== 0));
    return moving.length === 0 ? all : moving;
  }
}

function timeAxis({ fromUs, toUs }: ReadMarket): Axis {
  return { kind: "time", label: "time (UTC)", from: fromUs / 1_000, to: toUs / 1_000 };
}

function meanOf(name: string, buckets: TimeBuckets): ChartLine {
  const all = buckets.all();
  return {
    name,
    points: all.map(({ atMs, mean }) => [atMs, mean] as const),
    band: all.map(({ min, max }) => [min, max] as const),
  };
}
