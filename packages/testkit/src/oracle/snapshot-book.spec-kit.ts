import { OracleBook, type OracleOptions } from "./oracle-book.js";

export const pair = "4BTC_USDT";

/** The text of a depth message of the pair. */
export function message(t: 0 | 1, data: object): string {
  return JSON.stringify({ topic: `${pair}_depth`, t, d: { pair, ...data } });
}

/** A book that has one ask and one bid, at seq 5. */
export function bookWithSnapshot(options?: OracleOptions): OracleBook {
  const book = new OracleBook(pair, options);
  book.apply(message(0, { ut: 1000, seq: 5, asks: [["1", "101.1"]], bids: [["2", "100"]] }));
  return book;
}
