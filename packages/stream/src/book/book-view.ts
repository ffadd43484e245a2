import { formatScaled, trimDecimal } from "@depthwire/core";
import type { Pair, Price, Quantity } from "@depthwire/schema";
import type { BookIntegrity, BookReason, BookStatus } from "./book-status.js";
import type { BookViewData } from "./book-view-data.js";

/** Equal values have equal texts, whatever scale a book happens to have: `101.1`, never `101.10`. */
function exactText(scaled: number, scale: number): string {
  return trimDecimal(formatScaled(scaled, scale));
}

/** One price level, exact. */
export interface BookLevel {
  readonly price: Price;
  readonly quantity: Quantity;
}

/** One side of a {@link BookView}, best level first. Texts are made when they are asked for. */
export class BookViewSide implements Iterable<BookLevel> {
  /** How many levels there are. */
  readonly length: number;
  readonly #data: BookViewData;
  readonly #pricesAt: number;
  readonly #quantitiesAt: number;

  /** @param at where the side's prices begin in the columns; `count` of them, then as many quantities */
  constructor(data: BookViewData, at: number, count: number, levels: number) {
    this.#data = data;
    this.#pricesAt = at;
    this.#quantitiesAt = at + count;
    this.length = Math.min(count, levels);
  }

  /** Exact price of level `index`, 0 being the best. @throws RangeError when there is no such level */
  price(index: number): Price {
    return exactText(this.scaledPrice(index), this.#data.priceScale) as Price;
  }

  /** Exact quantity at level `index`. @throws RangeError when there is no such level */
  quantity(index: number): Quantity {
    return exactText(this.scaledQuantity(index), this.#data.quantityScale) as Quantity;
  }

  /** Price × 10^{@link BookView.priceScale} of level `index`, an integer. @throws RangeError when there is no such level */
  scaledPrice(index: number): number {
    return this.#data.columns[this.#pricesAt + this.#checked(index)] as number;
  }

  /** Quantity × 10^{@link BookView.quantityScale} at level `index`, an integer. @throws RangeError when there is no such level */
  scaledQuantity(index: number): number {
    return this.#data.columns[this.#quantitiesAt + this.#checked(index)] as number;
  }

  /** Level `index`, or undefined when there is none. */
  level(index: number): BookLevel | undefined {
    return Number.isInteger(index) && index >= 0 && index < this.length
      ? { price: this.price(index), quantity: this.quantity(index) }
      : undefined;
  }

  /** The best `count` levels, or all. */
  levels(count: number = this.length): BookLevel[] {
    return Array.from({ length: Math.min(count, this.length) }, (_, index) => ({
      price: this.price(index),
      quantity: this.quantity(index),
    }));
  }

  /** All levels, best first. */
  [Symbol.iterator](): Iterator<BookLevel> {
    return this.levels()[Symbol.iterator]();
  }

  #checked(index: number): number {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) {
      throw new RangeError(`there is no level ${index}: the side has ${this.length}`);
    }
    return index;
  }
}

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
  /** Lowest price first. */
  readonly asks: BookViewSide;
  /** Highest price first. */
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
    this.asks = new BookViewSide(data, 0, data.askCount, levels);
    this.bids = new BookViewSide(data, 2 * data.askCount, data.bidCount, levels);
    this.#data = data;
  }

  /** The lowest ask, or undefined when there is none. */
  get bestAsk(): BookLevel | undefined {
    return this.asks.level(0);
  }

  /** The highest bid, or undefined when there is none. */
  get bestBid(): BookLevel | undefined {
    return this.bids.level(0);
  }

  /** Lowest ask minus highest bid, exact; undefined when a side is empty. Negative or 0 in a crossed book. */
  get spread(): Price | undefined {
    if (this.asks.length === 0 || this.bids.length === 0) {
      return undefined;
    }
    return exactText(this.asks.scaledPrice(0) - this.bids.scaledPrice(0), this.priceScale) as Price;
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
