import type { TextBook, TextLevel } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";
import { type JsonDepthMessage, type JsonRow, textOfFrame } from "./json-message.js";

/** Levels in an object by price text, and the sorted list that a user asked for, made anew by each message. */
interface NaiveBook {
  asks: Record<string, string>;
  bids: Record<string, string>;
  sortedAsks: TextLevel[];
  sortedBids: TextLevel[];
}

/** What a small SDK does: zlib, `JSON.parse`, an object a side, and a full sort of both sides a message. */
export function createNaive(): BookContestant {
  let books: Record<string, NaiveBook> = {};

  const apply = (frame: Uint8Array): void => {
    const message = JSON.parse(textOfFrame(frame)) as JsonDepthMessage;
    const { pair, asks, bids, add, del } = message.d;
    let book = books[pair];
    if (book === undefined || message.t === 0) {
      book = { asks: {}, bids: {}, sortedAsks: [], sortedBids: [] };
      books[pair] = book;
    }
    setLevels(book.asks, asks);
    setLevels(book.bids, bids);
    setLevels(book.asks, add?.asks);
    setLevels(book.bids, add?.bids);
    deleteLevels(book.asks, del?.asks);
    deleteLevels(book.bids, del?.bids);
    book.sortedAsks = Object.entries(book.asks).sort((left, right) => Number(left[0]) - Number(right[0]));
    book.sortedBids = Object.entries(book.bids).sort((left, right) => Number(right[0]) - Number(left[0]));
  };

  return {
    name: "naive",
    load(corpus) {
      books = {};
      corpus.snapshots.forEach(apply);
    },
    apply,
    book(pair): TextBook {
      const book = books[pair];
      return { asks: book?.sortedAsks ?? [], bids: book?.sortedBids ?? [] };
    },
  };
}

function setLevels(levels: Record<string, string>, rows: JsonRow[] | null | undefined): void {
  for (const [quantity, price] of rows ?? []) {
    levels[price] = quantity;
  }
}

function deleteLevels(levels: Record<string, string>, rows: JsonRow[] | null | undefined): void {
  for (const [, price] of rows ?? []) {
    delete levels[price];
  }
}
