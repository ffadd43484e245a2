import { type BarChart, type ChartRow, drawBars } from "../../chart/bar-chart.js";
import { colours } from "../../chart/svg.js";
import type { ReadMarket } from "../../recordings/market/read-market.js";
import { type CreatePlot, timeWords } from "./plot.js";

interface Stretch {
  readonly fromUs: number;
  toUs: number;
  readonly isLive: boolean;
}

/** When one book was live, and when not. */
class LiveStretches {
  readonly #stretches: Stretch[] = [];

  change(localUs: number, isLive: boolean): void {
    const former = this.#stretches.at(-1);
    if (former === undefined || former.isLive !== isLive) {
      this.#begin(former, localUs, isLive);
    }
  }

  /** Times in which it was not live. */
  get gaps(): number {
    return this.#stretches.filter(({ isLive, fromUs, toUs }) => !isLive && toUs > fromUs).length;
  }

  rowOf(name: string, endUs: number): ChartRow {
    const last = this.#stretches.length - 1;
    const bars = this.#stretches.map(({ fromUs, toUs, isLive }, index) => ({
      from: fromUs / 1_000,
      to: (index === last ? endUs : toUs) / 1_000,
      colour: isLive ? colours.good : colours.bad,
    }));
    return { name, bars };
  }

  #begin(former: Stretch | undefined, localUs: number, isLive: boolean): void {
    const stretches = this.#stretches;
    if (former !== undefined) {
      former.toUs = localUs;
    }
    // A segment begins with books that have no state yet, in the very moment in which its checkpoints give them one.
    if (former !== undefined && former.fromUs >= localUs) {
      stretches.pop();
    }
    if (stretches.at(-1)?.isLive !== isLive) {
      stretches.push({ fromUs: localUs, toUs: localUs, isLive });
    }
  }
}

/** When each book could be trusted. */
export const gaps: CreatePlot = (wants) => {
  const books = new Map<string, LiveStretches>();
  return {
    listener: {
      kinds: new Set(["depth"]),
      mark({ pair, status, localUs }) {
        if (wants(pair)) {
          const book = books.get(pair) ?? new LiveStretches();
          books.set(pair, book);
          book.change(localUs, status === "live");
        }
      },
      brokenOff(localUs) {
        for (const book of books.values()) {
          book.change(localUs, false);
        }
      },
    },
    draw: (read, size) => (books.size === 0 ? undefined : drawBars(chartOf(books, read), size)),
  };
};

function chartOf(books: ReadonlyMap<string, LiveStretches>, read: ReadMarket): BarChart {
  const named = [...books].sort(([one], [other]) => (one < other ? -1 : 1));
  const count = named.reduce((sum, [, book]) => sum + book.gaps, 0);
  const words = count === 0 ? "no time" : count === 1 ? "one time" : `${count} times`;
  return {
    title: "Gaps",
    subtitle: `When each book could be trusted; ${words} in which it could not; ${timeWords(read)}`,
    x: { kind: "time", label: "time (UTC)", from: read.fromUs / 1_000, to: read.toUs / 1_000 },
    legend: [
      { name: "live", colour: colours.good },
      { name: "not live", colour: colours.bad },
    ],
    rows: named.map(([name, book]) => book.rowOf(name, read.toUs)),
  };
}
