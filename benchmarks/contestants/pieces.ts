import { createInflate } from "@depthwire/book";
import {
  type BookCounters,
  DepthBook,
  type DepthScanner,
  exactForm,
  noBookCounters,
  scannerFor,
} from "@depthwire/book/internal";
import { defaultFrameLimits } from "@depthwire/core";
import { createDepthChannel, createFrameBody, type DepthChannel, decodeFrame } from "@depthwire/core/internal";
import type { DepthCorpus } from "../corpus/depth-corpus.js";
import { type TextLevel, unitsToText } from "../corpus/market.js";
import type { BookContestant } from "./contestant.js";

/** Most levels of one list that is scanned, and of a side. */
const maxLevels = 2_000;

const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels } as const;

/** All messages come on one connection. */
const connection = 1;

/** Frames to books with this project's pieces, and with every check that a live book needs, but without a session. */
export class Pieces {
  readonly books: readonly DepthBook[];
  readonly #channels: readonly DepthChannel[];
  readonly #counters: BookCounters = noBookCounters();
  readonly #inflate = createInflate();
  readonly #scanner: DepthScanner = scannerFor(this.#inflate, maxLevels);
  readonly #body = createFrameBody();

  /** @param pairs as they are named in channels, with the scales of their numbers */
  constructor(
    pairs: readonly { readonly pair: string; readonly priceScale: number; readonly quantityScale: number }[],
  ) {
    this.#channels = pairs.map((shape, index) => createDepthChannel(shape.pair, shape, index));
    const store = this.#scanner.levels;
    this.books = this.#channels.map(
      (channel) => new DepthBook(rules, this.#counters, 0, { store, channel, exact: exactForm }),
    );
    for (const channel of this.#channels) {
      this.#scanner.add(channel, connection);
    }
  }

  /** What an engine does when it subscribes: the next full message is the answer. */
  subscribe(): void {
    for (const book of this.books) {
      book.subscribed("new-connection");
    }
  }

  /** Frame → updated book. @throws Error when the book is not live afterwards */
  apply(frame: Uint8Array): void {
    const { follower } = this.#scanner;
    const body = decodeFrame(frame, this.#inflate, defaultFrameLimits, this.#body);
    if (follower === undefined) {
      this.#take(this.#scanner.scan(body));
    } else if (follower.follow(body, connection, 1)) {
      this.#counters.applied++;
    } else {
      this.#take(follower.scanned);
    }
  }

  #take(scanned: DepthChannel | undefined): void {
    if (scanned === undefined) {
      throw new Error("the scanner did not know a message of the corpus");
    }
    const book = this.books[scanned.index] as DepthBook;
    book.apply(this.#scanner.sink, scanned, 1, 1);
    if (book.status !== "live") {
      throw new Error(`a book is ${book.status}: ${book.reason}`);
    }
  }
}

/** {@link Pieces} as a contestant. */
export function createPieces(): BookContestant {
  let pieces = new Pieces([]);
  let shapes: DepthCorpus["pairs"] = [];
  const apply = (frame: Uint8Array): void => pieces.apply(frame);
  return {
    name: "ours",
    load(corpus) {
      if (corpus.pairs !== shapes) {
        shapes = corpus.pairs;
        pieces = new Pieces(shapes);
      }
      pieces.subscribe();
      corpus.snapshots.forEach(apply);
    },
    apply,
    book(pair) {
      const book = pieces.books[shapes.findIndex((shape) => shape.pair === pair)] as DepthBook;
      const { asks, bids, priceScale, quantityScale } = book.levels;
      const toText = (side: typeof asks, sign: 1 | -1): TextLevel[] =>
        Array.from({ length: side.length }, (_, rank): TextLevel => {
          const at = side.length - 1 - rank;
          const price = sign * (side.columns.keys[at] as number);
          return [unitsToText(price, priceScale), unitsToText(side.columns.quantities[at] as number, quantityScale)];
        });
      return { asks: toText(asks, -1), bids: toText(bids, 1) };
    },
  };
}
