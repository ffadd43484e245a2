import { ValuesOverTime } from "./over-time.js";
import { type CreatePlot, timeWords } from "./plot.js";
import { plottedLevels } from "./top-of-book.js";

const basisPoints = 10_000;

/** From best bid to best ask over time. */
export const spread: CreatePlot = (wants) => {
  const values = new ValuesOverTime();
  return {
    listener: {
      kinds: new Set(["depth"]),
      depth({ pair, book, localUs }) {
        if (!wants(pair) || book.status !== "live") {
          return;
        }
        const [ask] = plottedLevels(book, "asks", 1);
        const [bid] = plottedLevels(book, "bids", 1);
        if (ask !== undefined && bid !== undefined) {
          const middle = (ask.price + bid.price) / 2;
          values.add(pair, localUs, ((ask.price - bid.price) / middle) * basisPoints);
        }
      },
    },
    draw: (read, size) =>
      values.draw(
        { title: "Spread", subtitle: `Mean, lowest and highest; ${timeWords(read)}`, unit: "basis points" },
        read,
        size,
      ),
  };
};
