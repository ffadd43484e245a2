import type { BookReason, BookStatus } from "../book/book-status.js";
import type { BookViewData } from "./book-view-data.js";
import type { PublishedBook, PublishedSide } from "./published-book.js";

/**
 * The best levels of one book in memory that is used again: it is valid until the next read, and of the columns the first
 * `askCount` and `bidCount` rows are. Prices and quantities are integers at the book's scales, best level first.
 */
export interface BookTop {
  readonly status: BookStatus;
  /** Undefined exactly while the book is live. */
  readonly reason: BookReason | undefined;
  /** Counts the snapshots that replaced the book. */
  readonly epoch: number;
  /** The venue's number of this state; 0 before the first. */
  readonly seq: number;
  /** The venue's time of this state, epoch milliseconds; 0 before the first. */
  readonly updatedAtMs: number;
  /** When this state came in, epoch milliseconds; 0 before the first. */
  readonly receivedAtMs: number;
  /** Tells this state from the others of its book. */
  readonly version: number;
  /** Scaled prices are price × 10^priceScale. */
  readonly priceScale: number;
  /** Scaled quantities are quantity × 10^quantityScale. */
  readonly quantityScale: number;
  /** Whether some integer passes 2^53: there are no rows here then, and the book's views have the levels. */
  readonly isExact: boolean;
  readonly askCount: number;
  readonly bidCount: number;
  readonly askPrices: Float64Array;
  readonly askQuantities: Float64Array;
  readonly bidPrices: Float64Array;
  readonly bidQuantities: Float64Array;
}

/** A {@link BookTop} that each read fills again. */
export class TopBuffer implements BookTop {
  status: BookStatus = "syncing";
  reason: BookReason | undefined = "connecting";
  epoch = 0;
  seq = 0;
  updatedAtMs = 0;
  receivedAtMs = 0;
  version = 0;
  priceScale = 0;
  quantityScale = 0;
  isExact = false;
  askCount = 0;
  bidCount = 0;
  /** Most levels a side. */
  readonly levels: number;
  readonly askPrices: Float64Array;
  readonly askQuantities: Float64Array;
  readonly bidPrices: Float64Array;
  readonly bidQuantities: Float64Array;

  /** @param levels most levels a side, at least 1 */
  constructor(levels: number) {
    this.levels = levels;
    this.askPrices = new Float64Array(levels);
    this.askQuantities = new Float64Array(levels);
    this.bidPrices = new Float64Array(levels);
    this.bidQuantities = new Float64Array(levels);
  }

  /** Reads a book of the same thread. */
  read(book: PublishedBook): void {
    const { asks, bids, priceScale, quantityScale } = book.levels;
    this.status = book.status;
    this.reason = book.reason;
    this.epoch = book.epoch;
    this.seq = book.seq;
    this.updatedAtMs = book.updatedAtMs;
    this.receivedAtMs = book.receivedAtMs;
    this.version = book.version;
    this.priceScale = priceScale;
    this.quantityScale = quantityScale;
    this.isExact = false;
    this.askCount = readSide(asks, -1, this.askPrices, this.askQuantities);
    this.bidCount = readSide(bids, 1, this.bidPrices, this.bidQuantities);
  }

  /** Takes over a state that is here already. */
  fill(data: BookViewData): void {
    const { columns, exact } = data;
    const askCount = exact === undefined ? data.askCount : 0;
    const bidCount = exact === undefined ? data.bidCount : 0;
    this.isExact = exact !== undefined;
    this.status = data.status;
    this.reason = data.reason;
    this.epoch = data.epoch;
    this.seq = data.seq;
    this.updatedAtMs = data.updatedAtMs;
    this.receivedAtMs = data.receivedAtMs;
    this.version = data.version;
    this.priceScale = data.priceScale;
    this.quantityScale = data.quantityScale;
    this.askCount = Math.min(askCount, this.levels);
    this.bidCount = Math.min(bidCount, this.levels);
    for (let index = 0; index < this.askCount; index++) {
      this.askPrices[index] = columns[index] as number;
      this.askQuantities[index] = columns[askCount + index] as number;
    }
    for (let index = 0; index < this.bidCount; index++) {
      this.bidPrices[index] = columns[2 * askCount + index] as number;
      this.bidQuantities[index] = columns[2 * askCount + bidCount + index] as number;
    }
  }
}

/** @param sign makes a price of a key: 1 for bids, -1 for asks */
function readSide(
  { columns, length }: PublishedSide,
  sign: 1 | -1,
  prices: Float64Array,
  quantities: Float64Array,
): number {
  const count = Math.min(length, prices.length);
  for (let index = 0, row = length - 1; index < count; index++, row--) {
    prices[index] = sign * (columns.keys[row] as number);
    quantities[index] = columns.quantities[row] as number;
  }
  return count;
}
