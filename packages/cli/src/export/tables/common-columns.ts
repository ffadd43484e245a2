import type { Rows } from "../table-buffer.js";
import { exchangeOf, type TableOptions, venueUs } from "./table.js";

/** With which every table begins. */
export const commonColumns = ["exchange", "symbol", "timestamp", "local_timestamp"] as const;

/** What a row is about. */
export interface RowSubject {
  readonly serviceName: string | undefined;
  readonly pair: string;
  readonly localUs: number;
}

/** Fills the columns with which every table begins, rows `[from, end)`. `atMs`: the venue's time; below 0 where it sent none. */
export type FillCommon = (subject: RowSubject, atMs: number, from: number, end: number) => void;

/** Makes what fills the columns with which every table begins. */
export function commonFiller(rows: Rows, options: TableOptions): FillCommon {
  const exchange = rows.text("exchange");
  const symbol = rows.text("symbol");
  const timestamp = rows.time("timestamp");
  const localTimestamp = rows.time("local_timestamp");
  return ({ serviceName, pair, localUs }, atMs, from, end) => {
    exchange.fill(exchangeOf(options, serviceName), from, end);
    symbol.fill(pair, from, end);
    timestamp.fill(venueUs(atMs, localUs), from, end);
    localTimestamp.fill(localUs, from, end);
  };
}
