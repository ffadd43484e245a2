import type { LevelColumns } from "../book/level-columns.js";
import type { BookLabel } from "./book-view.js";

/** One side of a book as it is kept: sorted columns, the best level in row `length` - 1. */
export interface PublishedSide {
  /** How many levels there are. */
  readonly length: number;
  readonly columns: LevelColumns;
}

/** What a book shows to readers that read it without a message. */
export interface PublishedBook extends BookLabel {
  /** Counts the snapshots that replaced the book. */
  readonly epoch: number;
  /** The venue's number of the state; 0 before the first. */
  readonly seq: number;
  /** The venue's time of the state, epoch milliseconds. */
  readonly updatedAtMs: number;
  /** When the state came in, epoch milliseconds. */
  readonly receivedAtMs: number;
  /** Grows with every change. */
  readonly version: number;
  readonly levels: {
    readonly asks: PublishedSide;
    readonly bids: PublishedSide;
    /** Prices are held as wire price × 10^priceScale. */
    readonly priceScale: number;
    /** Quantities are held as wire quantity × 10^quantityScale. */
    readonly quantityScale: number;
  };
}
