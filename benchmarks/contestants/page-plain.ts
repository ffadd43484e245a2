import { unzlibSync } from "fflate";
import type { TextBook, TextLevel } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";
import type { JsonDepthMessage, JsonRow } from "./json-message.js";

const compressedMarker = 0x31;

/** Quantities by price, a side. */
interface MapBook {
  readonly asks: Map<string, string>;
  readonly bids: Map<string, string>;
}

/** What a page does that has nothing else: fflate, `JSON.parse`, a Map a side. Nothing is sorted, nothing is checked. */
export function createPagePlain(): BookContestant {
  const decoder = new TextDecoder();
  const books = new Map<string, MapBook>();

  const apply = (frame: Uint8Array): void => {
    const body = frame.subarray(1);
    const message = JSON.parse(
      decoder.decode(frame[0] === compressedMarker ? unzlibSync(body) : body),
    ) as JsonDepthMessage;
    const { pair, asks, bids, add, del } = message.d;
    let book = books.get(pair);
    if (book === undefined || message.t === 0) {
      book = { asks: new Map(), bids: new Map() };
      books.set(pair, book);
    }
    setLevels(book.asks, asks);
    setLevels(book.bids, bids);
    setLevels(book.asks, add?.asks);
    setLevels(book.bids, add?.bids);
    deleteLevels(book.asks, del?.asks);
    deleteLevels(book.bids, del?.bids);
  };

  return {
    name: "fflate + JSON.parse + Map",
    load(corpus) {
      books.clear();
      corpus.snapshots.forEach(apply);
    },
    apply,
    book(pair): TextBook {
      const { asks = new Map(), bids = new Map() } = books.get(pair) ?? {};
      return { asks: sorted(asks, 1), bids: sorted(bids, -1) };
    },
  };
}

function sorted(levels: ReadonlyMap<string, string>, direction: 1 | -1): TextLevel[] {
  return [...levels].sort(([left], [right]) => direction * (Number(left) - Number(right)));
}

function setLevels(levels: Map<string, string>, rows: JsonRow[] | null | undefined): void {
  for (const [quantity, price] of rows ?? []) {
    levels.set(price, quantity);
  }
}

function deleteLevels(levels: Map<string, string>, rows: JsonRow[] | null | undefined): void {
  for (const [, price] of rows ?? []) {
    levels.delete(price);
  }
}
