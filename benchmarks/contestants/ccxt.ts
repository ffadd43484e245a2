import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { TextLevel } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";
import { type JsonDepthMessage, type JsonRow, textOfFrame } from "./json-message.js";

/** The part of ccxt's OrderBookSide that its exchanges use; it is an array of `[price, amount]`, best first. */
interface CcxtSide extends ReadonlyArray<readonly [number, number]> {
  store(price: number, amount: number): void;
}

interface CcxtBook {
  asks: CcxtSide;
  bids: CcxtSide;
  nonce: number | undefined;
  timestamp: number | undefined;
  datetime: string | undefined;
  reset(snapshot: object): void;
  limit(): CcxtBook;
}

/** What ccxt's exchanges are made of, as published. */
interface CcxtParts {
  readonly OrderBook: new () => CcxtBook;
  /** Reads a number at a key of a row. */
  readonly safeFloat: (row: JsonRow, key: number) => number;
  /** Epoch milliseconds as ISO 8601 text. */
  readonly iso8601: (timestamp: number) => string;
}

const noRows: readonly JsonRow[] = [];
/** `[quantity, price]` of the wire. */
const quantityKey = 0;
const priceKey = 1;

/**
 * What an exchange class of ccxt does with a depth message: zlib, `JSON.parse`, then `handleDeltas` by `safeFloat` into
 * ccxt's own OrderBook, `nonce`, `timestamp` and `datetime`, `limit()` for the watcher. Left out in its favour: what its
 * client does before (a copy of the frame, a regular expression over the text that quotes long integers) and after
 * (futures of `watchOrderBook`).
 */
export async function createCcxt(peersFolder: string): Promise<BookContestant> {
  const { OrderBook, safeFloat, iso8601 } = await loadCcxt(peersFolder);
  let books: Record<string, CcxtBook> = {};

  const toBidAsk = (row: JsonRow): [number, number] => [safeFloat(row, priceKey), safeFloat(row, quantityKey)];

  const handleDeltas = (side: CcxtSide, rows: JsonRow[] | null | undefined): void => {
    for (const row of rows ?? noRows) {
      side.store(safeFloat(row, priceKey), safeFloat(row, quantityKey));
    }
  };

  const handleRemovals = (side: CcxtSide, rows: JsonRow[] | null | undefined): void => {
    for (const row of rows ?? noRows) {
      side.store(safeFloat(row, priceKey), 0);
    }
  };

  const apply = (frame: Uint8Array): void => {
    const message = JSON.parse(textOfFrame(frame)) as JsonDepthMessage;
    const { pair, seq, ut, asks, bids, add, del } = message.d;
    let book = books[pair];
    if (book === undefined || message.t === 0) {
      book = new OrderBook();
      books[pair] = book;
      book.reset({ asks: (asks ?? []).map(toBidAsk), bids: (bids ?? []).map(toBidAsk), nonce: seq, timestamp: ut });
      return;
    }
    handleDeltas(book.asks, add?.asks);
    handleDeltas(book.bids, add?.bids);
    handleRemovals(book.asks, del?.asks);
    handleRemovals(book.bids, del?.bids);
    book.nonce = seq;
    book.timestamp = ut;
    book.datetime = iso8601(ut);
    book.limit();
  };

  return {
    name: "ccxt",
    load(corpus) {
      books = {};
      corpus.snapshots.forEach(apply);
    },
    apply,
    book(pair) {
      return { asks: toText(books[pair]?.asks), bids: toText(books[pair]?.bids) };
    },
  };
}

/** The package exports none of these; the files are the ones that its exchanges import. */
async function loadCcxt(peersFolder: string): Promise<CcxtParts> {
  const load = (file: string): Promise<object> =>
    import(pathToFileURL(join(peersFolder, "node_modules/ccxt/js/src/base", file)).href);
  const parts = await Promise.all(["ws/OrderBook.js", "functions/type.js", "functions/time.js"].map(load));
  return Object.assign({}, ...parts) as CcxtParts;
}

/** The shortest text of a float of so few digits is the text that it was read from. */
function toText(side: CcxtSide | undefined): TextLevel[] {
  return Array.from(side ?? [], ([price, amount]): TextLevel => [String(price), String(amount)]);
}
