import { depthLevelsLimit } from "@depthwire/schema/internal";

/** Which list of a depth message a level stood in. Indexes {@link DepthSink.counts}. */
export const DepthSection = {
  /** Asks to set: all asks of a snapshot, or `add.asks` of an update. */
  askSet: 0,
  /** Bids to set: all bids of a snapshot, or `add.bids` of an update. */
  bidSet: 1,
  /** `del.asks`; the quantity is informational. */
  askDelete: 2,
  /** `del.bids`; the quantity is informational. */
  bidDelete: 3,
  /** `mod.asks`: absolute quantities. */
  askModify: 4,
  /** `mod.bids`: absolute quantities. */
  bidModify: 5,
} as const;

/** How many sections a {@link DepthSink} has. */
export const depthSectionCount = 6;

/** The memory of a {@link DepthSink}: columns of equal length, and the counts of its sections. */
export interface DepthColumns {
  /** Scaled prices: `capacity` a section. */
  readonly prices: Float64Array;
  /** Scaled quantities, beside their prices. */
  readonly quantities: Float64Array;
  /** Levels in each section. */
  readonly counts: Int32Array;
}

/** One level whose numbers may be of any size: wire number × 10^scale of its {@link ExactDepth}. */
export interface ExactLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/** The levels of a message with numbers that no column of a {@link DepthSink} can hold. */
export interface ExactDepth {
  readonly priceScale: number;
  readonly quantityScale: number;
  /** By {@link DepthSection}, in wire order. */
  readonly sections: readonly (readonly ExactLevel[])[];
}

/** Value of {@link DepthSink.seq} and {@link DepthSink.updatedAtMs} when the message carried none. */
export const absentNumber = -1;

/**
 * One decoded depth message as columns of scaled integers, reused from message to message.
 * A decoder fills it completely or fails; nobody applies half a message.
 * Section `s` stands in `prices` and `quantities` at `[s * capacity, s * capacity + counts[s])`, in wire order.
 */
export class DepthSink {
  /** A snapshot replaces the book, an update changes levels. */
  kind: "snapshot" | "update" = "update";
  /** The venue's sequence number, or {@link absentNumber}. */
  seq: number = absentNumber;
  /** The venue's update time in epoch milliseconds, or {@link absentNumber}. */
  updatedAtMs: number = absentNumber;
  /** Levels in each section. */
  counts: Int32Array;
  /** Prices as integers: wire price × 10^priceScale of the channel. All are below 2^53. */
  prices: Float64Array;
  /** Quantities as integers: wire quantity × 10^quantityScale of the channel. All are below 2^53. */
  quantities: Float64Array;
  /** Holds all levels of the message in place of the columns, when one of its numbers passes 2^53 or has too many decimals. */
  exact: ExactDepth | undefined = undefined;
  /** Most levels in one section. */
  readonly capacity: number;

  /**
   * @param capacity most levels in one section; a message with more is rejected with `too-many-levels`
   * @param columns memory that somebody else owns, such as a WebAssembly module's
   */
  constructor(capacity: number = depthLevelsLimit.max, columns: DepthColumns = allocateColumns(capacity)) {
    this.capacity = capacity;
    this.prices = columns.prices;
    this.quantities = columns.quantities;
    this.counts = columns.counts;
  }

  /** Forgets the previous message. */
  clear(): void {
    this.kind = "update";
    this.seq = absentNumber;
    this.updatedAtMs = absentNumber;
    this.exact = undefined;
    this.counts.fill(0);
  }
}

function allocateColumns(capacity: number): DepthColumns {
  return {
    prices: new Float64Array(capacity * depthSectionCount),
    quantities: new Float64Array(capacity * depthSectionCount),
    counts: new Int32Array(depthSectionCount),
  };
}
