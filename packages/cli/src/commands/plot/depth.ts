import { drawLines } from "../../chart/line-chart.js";
import { colours, type Point } from "../../chart/svg.js";
import type { CreatePlot } from "./plot.js";
import { type PlottedLevel, plottedLevels } from "./top-of-book.js";

/** Levels a side that are drawn. */
const shownLevels = 200;

/** What could be bought and sold at which price: the book of one pair at the recording's end. */
export const depth: CreatePlot = (wants) => {
  const books = new Map<string, { asks: readonly PlottedLevel[]; bids: readonly PlottedLevel[]; localUs: number }>();
  const latest = new Map<string, () => void>();
  return {
    listener: {
      kinds: new Set(["depth"]),
      depth({ pair, book, localUs }) {
        // Copying every state would cost more than reading it: the last one is copied when it is known to be that.
        if (wants(pair)) {
          latest.set(pair, () => {
            const [asks, bids] = (["asks", "bids"] as const).map((side) => plottedLevels(book, side, shownLevels));
            books.set(pair, { asks: asks ?? [], bids: bids ?? [], localUs });
          });
        }
      },
      segmentEnded() {
        for (const copy of latest.values()) {
          copy();
        }
        latest.clear();
      },
    },
    draw(_read, size) {
      const [first] = [...books].sort(([one], [other]) => (one < other ? -1 : 1));
      if (first === undefined) {
        return undefined;
      }
      const [pair, { asks, bids, localUs }] = first;
      const lines = [
        { name: "bids", colour: colours.bid, form: "area" as const, points: summed(bids) },
        { name: "asks", colour: colours.ask, form: "area" as const, points: summed(asks) },
      ].filter(({ points }) => points.length > 0);
      const prices = lines.flatMap(({ points }) => points.map(([price]) => price));
      const most = Math.max(...lines.flatMap(({ points }) => points.map(([, amount]) => amount)));
      const at = new Date(localUs / 1_000).toISOString().replace("T", " ").slice(0, 23);
      return drawLines(
        {
          title: `Depth of ${pair}`,
          subtitle: `${at} UTC; the best ${shownLevels} levels of each side`,
          x: { kind: "number", label: "price", from: Math.min(...prices), to: Math.max(...prices) },
          y: { kind: "number", label: "amount up to a price", from: 0, to: most * 1.06 },
          lines,
        },
        size,
      );
    },
  };
};

/** Amounts up to each price. */
function summed(levels: readonly PlottedLevel[]): Point[] {
  let sum = 0;
  return levels.map(({ price, amount }) => {
    sum += amount;
    return [price, sum];
  });
}
