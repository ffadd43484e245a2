import { commonColumns, commonFiller } from "./common-columns.js";
import { setText } from "./decimal-text.js";
import type { Table } from "./table.js";

/** Candles as they were sent: the latest row of a symbol, source, period and timestamp is the candle as far as it is known. */
export const klines: Table = {
  name: "klines",
  has: "candles, each as often as it was sent; timestamp is when its period began",
  kinds: ["kline", "tag-price-kline"],
  columnsOf: () => [...commonColumns, "is_snapshot", "source", "period", "open", "high", "low", "close", "volume"],
  fillerOf(rows, options) {
    const common = commonFiller(rows, options);
    const isSnapshot = rows.flag("is_snapshot");
    const source = rows.text("source");
    const period = rows.text("period");
    const prices = (["open", "high", "low", "close"] as const).map((name) => rows.decimal(name, "price"));
    const volume = rows.decimal("volume", "amount");
    return {
      event({ event, serviceName, localUs }) {
        if (event.kind !== "klines") {
          return;
        }
        for (const candle of event.klines) {
          const row = rows.begin(1);
          common({ serviceName, pair: event.pair, localUs }, candle.openedAtMs, row, row + 1);
          isSnapshot.fill(event.dataKind === "full", row, row + 1);
          source.fill(event.of, row, row + 1);
          period.fill(event.period, row, row + 1);
          const texts = [candle.openPrice, candle.highPrice, candle.lowPrice, candle.closePrice];
          for (const [index, column] of prices.entries()) {
            setText(column, row, texts[index]);
          }
          setText(volume, row, candle.volume);
        }
      },
    };
  },
};
