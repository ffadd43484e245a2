import type { Pair } from "@depthwire/schema";
import type { BookIntegrity, BookReason, BookStatus } from "../book/book-status.js";
import type { ExactDecimal } from "../exact/decimal.js";
import type { ExactRatio } from "../exact/ratio.js";
import type { BookViewData } from "./book-view-data.js";
import { type BookLevel, BookViewSide } from "./book-view-side.js";
import { imbalanceOf, midOf, spreadOf } from "./view-reads.js";

/** How far a view may be trusted, and why no further. */
export interface BookLabel {
  readonly status: BookStatus;
  readonly reason: BookReason | undefined;
}

/**
 * One state of one book. It never changes after it was handed out.
 * With `status` `live` it is exactly a state that the venue published; with any other it is the last one that was known.
 */
export class BookView {
  readonly pair: Pair;
  /** How far this state may be trusted. `live` says that it is right, not that it is full: either side may be empty. */
  readonly status: BookStatus;
  /** Why the book is not live. Undefined exactly while it is. */
  readonly reason: BookReason | undefined;
  /** Counts the snapshots that replaced the book: `seq` is comparable within one epoch only. */
  readonly epoch: number;
  /** The venue's number of this state; 0 before the first. */
  readonly seq: number;
  /** The venue's time of this state, epoch milliseconds; 0 before the first. */
  readonly updatedAtMs: number;
  /** When this state came in, epoch milliseconds; 0 before the first. */
  readonly receivedAtMs: number;
  /** Whether a loss before this state would have been seen. */
  readonly integrity: BookIntegrity;
  /** Tells this state from the others of its book: a view with another label alone keeps it. */
  readonly version: number;
  /** Scaled prices are price × 10^priceScale. */
  readonly priceScale: number;
  /** Scaled quantities are quantity × 10^quantityScale. */
  readonly quantityScale: number;
  /** Whether some scaled integer passes 2^53: all are bigints then, and `scaledPrice` and `scaledQuantity` may throw. */
  readonly isExact: boolean;
  /** Lowest price first. Empty where nobody asks, in a live book too. */
  readonly asks: BookViewSide;
  /** Highest price first. Empty where nobody bids, in a live book too. */
  readonly bids: BookViewSide;
  readonly #data: BookViewData;

  /**
   * Views are made by the engine.
   *
   * @param label says `live` only where `data` does
   * @param levels most levels a side
   */
  constructor(pair: Pair, data: BookViewData, label: BookLabel, levels: number) {
    this.pair = pair;
    this.status = label.status;
    this.reason = label.reason;
    this.epoch = data.epoch;
    this.seq = data.seq;
    this.updatedAtMs = data.updatedAtMs;
    this.receivedAtMs = data.receivedAtMs;
    this.integrity = data.integrity;
    this.version = data.version;
    this.priceScale = data.priceScale;
    this.quantityScale = data.quantityScale;
    this.isExact = data.exact !== undefined;
    this.asks = new BookViewSide(data, "asks", levels);
    this.bids = new BookViewSide(data, "bids", levels);
    this.#data = data;
  }

  /** The lowest ask; undefined when there are no asks, even in a live book. */
  get bestAsk(): BookLevel | undefined {
    return this.asks.level(0);
  }

  /** The highest bid; undefined when there are no bids, even in a live book. */
  get bestBid(): BookLevel | undefined {
    return this.bids.level(0);
  }

  /** Lowest ask minus highest bid, exact; undefined when a side is empty. Negative or 0 in a crossed book. */
  get spread(): ExactDecimal | undefined {
    return spreadOf(this);
  }

  /** Half of lowest ask plus highest bid, exact; undefined when a side is empty. */
  get mid(): ExactDecimal | undefined {
    return midOf(this);
  }

  /**
   * How much more is bid than asked, from -1 (asks only) to 1 (bids only), by the quantity of the best `levels` levels a
   * side: (bids - asks) ÷ (bids + asks). Undefined when both sides are empty.
   */
  imbalance(levels: number = Number.POSITIVE_INFINITY): ExactRatio | undefined {
    return imbalanceOf(this, levels);
  }

  /** The same state under a label that promises less. */
  relabelled(status: Exclude<BookStatus, "live">, reason: BookReason): BookView {
    return new BookView(this.pair, this.#data, { status, reason }, Math.max(this.asks.length, this.bids.length));
  }

  /** The same state with at most `levels` levels a side. */
  top(levels: number): BookView {
    return this.asks.length <= levels && this.bids.length <= levels
      ? this
      : new BookView(this.pair, this.#data, this, levels);
  }

  /** The view as plain data, levels best first. */
  toJSON(): BookViewJson {
    const { pair, status, reason, epoch, seq, updatedAtMs, receivedAtMs, integrity } = this;
    const asks = this.asks.levels();
    const bids = this.bids.levels();
    return { pair, status, reason, epoch, seq, updatedAtMs, receivedAtMs, integrity, asks, bids };
  }
}

/** What `JSON.stringify` makes of a {@link BookView}. */
export interface BookViewJson {
  readonly pair: Pair;
  readonly status: BookStatus;
  readonly reason: BookReason | undefined;
  readonly epoch: number;
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly receivedAtMs: number;
  readonly integrity: BookIntegrity;
  readonly asks: readonly BookLevel[];
  readonly bids: readonly BookLevel[];
}
