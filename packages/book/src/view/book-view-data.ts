import type { BookSide } from "../book/book-side.js";
import type { BookIntegrity, BookReason, BookStatus } from "../book/book-status.js";
import type { DepthBook } from "../book/depth-book.js";
import type { ExactBook } from "../exact/book.js";

/** One state of one book as plain data that crosses threads: its levels are moved, not copied. */
export interface BookViewData {
  /** The engine's number of the book. */
  readonly book: number;
  readonly status: BookStatus;
  readonly reason: BookReason | undefined;
  readonly epoch: number;
  readonly seq: number;
  readonly updatedAtMs: number;
  readonly receivedAtMs: number;
  readonly integrity: BookIntegrity;
  /** Grows with every change of the book in its shard. */
  readonly version: number;
  readonly priceScale: number;
  readonly quantityScale: number;
  /** Most levels a side that were asked for: a side with as many may have more. */
  readonly levels: number;
  readonly askCount: number;
  readonly bidCount: number;
  /** Best first: ask prices, ask quantities, bid prices, bid quantities; in a buffer of their own, a type that compilers before 5.7 cannot name. */
  readonly columns: ReturnType<Float64Array["slice"]>;
  /** In place of the columns, which are empty then, when one of the numbers passes 2^53. */
  readonly exact: readonly bigint[] | undefined;
}

/** Copies a book's state, at most `levels` levels a side. */
export function viewDataOf(depth: DepthBook, book: number, levels: number): BookViewData {
  const { asks, bids, priceScale, quantityScale } = depth.exact ?? depth.levels;
  const askCount = Math.min(asks.length, levels);
  const bidCount = Math.min(bids.length, levels);
  const exact = depth.exact && exactColumns(depth.exact, askCount, bidCount);
  const columns = new Float64Array(exact === undefined ? 2 * (askCount + bidCount) : 0);
  if (exact === undefined) {
    copyBestFirst(depth.levels.asks, askCount, -1, columns, 0);
    copyBestFirst(depth.levels.bids, bidCount, 1, columns, 2 * askCount);
  }
  const { status, reason, epoch, seq, updatedAtMs, receivedAtMs, integrity, version } = depth;
  return {
    book,
    status,
    reason,
    epoch,
    seq,
    updatedAtMs,
    receivedAtMs,
    integrity,
    version,
    priceScale,
    quantityScale,
    levels,
    askCount,
    bidCount,
    columns,
    exact,
  };
}

/** Whether the data have every level for a reader of `levels` levels a side. */
export function isCompleteFor(data: BookViewData, levels: number): boolean {
  return levels <= data.levels || (data.askCount < data.levels && data.bidCount < data.levels);
}

/** The data of a book of which nothing is known yet. */
export function emptyViewData(book: number, integrity: BookIntegrity): BookViewData {
  return {
    book,
    status: "syncing",
    reason: "connecting",
    epoch: 0,
    seq: 0,
    updatedAtMs: 0,
    receivedAtMs: 0,
    integrity,
    version: 0,
    priceScale: 0,
    quantityScale: 0,
    levels: Number.POSITIVE_INFINITY,
    askCount: 0,
    bidCount: 0,
    columns: new Float64Array(0),
    exact: undefined,
  };
}

function copyBestFirst(side: BookSide, count: number, sign: 1 | -1, into: Float64Array, at: number): void {
  const { keys, quantities } = side.columns;
  for (let index = 0, row = side.length - 1; index < count; index++, row--) {
    into[at + index] = sign * (keys[row] as number);
    into[at + count + index] = quantities[row] as number;
  }
}

/** As the columns are: best first, ask prices, ask quantities, bid prices, bid quantities. */
function exactColumns({ asks, bids }: ExactBook, askCount: number, bidCount: number): bigint[] {
  const best = (column: readonly bigint[], count: number): bigint[] => column.slice(column.length - count).reverse();
  return [
    ...best(asks.keys, askCount).map((key) => -key),
    ...best(asks.quantities, askCount),
    ...best(bids.keys, bidCount),
    ...best(bids.quantities, bidCount),
  ];
}
