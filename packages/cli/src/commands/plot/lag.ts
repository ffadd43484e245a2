import { ValuesOverTime } from "./over-time.js";
import { type CreatePlot, timeWords } from "./plot.js";

/** From the venue's time of a message of a book to its arrival. */
export const lag: CreatePlot = (wants) => {
  const values = new ValuesOverTime();
  return {
    listener: {
      kinds: new Set(["depth"]),
      depth({ pair, sink, localUs, origin }) {
        if (wants(pair) && origin === "message" && sink.updatedAtMs > 0) {
          values.add(pair, localUs, localUs / 1_000 - sink.updatedAtMs);
        }
      },
    },
    draw: (read, size) =>
      values.draw(
        { title: "Lag", subtitle: `Mean, lowest and highest; ${timeWords(read)}`, unit: "milliseconds" },
        read,
        size,
      ),
  };
};
