import type { BookReason, BookStatus } from "@depthwire/book";
import { bookReasonNames } from "@depthwire/book/internal";

/**
 * Where the parts of a shared book stand: 32-bit words, then doubles, then four columns of levels as the book keeps them, the best last.
 * How far the columns are apart may differ from state to state, so that a book is copied as it lies.
 * One thread writes. It makes the word `sequence` odd before it changes anything and even afterwards, so that whoever finds
 * it odd, or changed behind a reading, reads again. What stands outside that lock says so.
 */
export const sequenceWord = 0 as const;
/** Written by the thread that watches the writer, outside its lock: a writer that is dead or asleep can't say so itself. */
export const hostWord = 1 as const;
/** What the memory holds: see {@link contentNothing}. */
export const contentWord = 2 as const;
export const statusWord = 3 as const;
/** Index of the reason from 1; 0: none. */
export const reasonWord = 4 as const;
export const epochWord = 5 as const;
export const priceScaleWord = 6 as const;
export const quantityScaleWord = 7 as const;
/** Levels a side that are in the columns. */
export const askCountWord = 8 as const;
export const bidCountWord = 9 as const;
/** Levels a side that the book has: more than the columns hold, when they are too short. */
export const askTotalWord = 10 as const;
export const bidTotalWord = 11 as const;
/** Rows from the beginning of one column to that of the next. */
export const strideWord = 12 as const;
/** 1 while the host waits for another state than the one that it knows. It sets the word, and the writer clears it, both outside the lock. */
export const awaitedWord = 13 as const;
/** The low 32 bits of the version of the book's newest state, whether it was published or not. Outside the lock. */
export const newestWord = 14 as const;
/** When the book is published: see {@link publishedAlways}. Written by whoever makes the memory. */
export const demandWord = 15 as const;
const wordCount = 16;

/** Indices of doubles. */
export const seqDouble = 0 as const;
export const updatedAtDouble = 1 as const;
export const receivedAtDouble = 2 as const;
export const versionDouble = 3 as const;
const doubleCount = 4;

/** Values of the content word: nothing was published yet; a state; numbers beyond 2^53, which views carry instead. */
export const contentNothing = 0 as const;
export const contentLevels = 1 as const;
export const contentTooLarge = 2 as const;

/** Values of the word for the demand: each state, because it may be read at any time; states that are awaited, and the first. */
export const publishedAlways = 0 as const;
export const publishedOnDemand = 1 as const;

/** Values of the host word. */
export const hostTrusts = 0 as const;
export const hostHearsNothing = 1 as const;
export const hostLostThread = 2 as const;

const wordsBytes = wordCount * Int32Array.BYTES_PER_ELEMENT;
const headerBytes = wordsBytes + doubleCount * Float64Array.BYTES_PER_ELEMENT;
/** Columns of a book. */
export const columnCount = 4 as const;

const statusCodes: Readonly<Record<BookStatus, number>> = { syncing: 0, live: 1, gapped: 2, stale: 3, crossed: 4 };
const statuses = Object.keys(statusCodes) as readonly BookStatus[];
const reasons: readonly BookReason[] = bookReasonNames;

/** The parts of one shared book. */
export interface SharedBookParts {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  /** Ask keys, which are prices negated, ask quantities, bid prices, bid quantities; see {@link strideWord}. */
  readonly columns: Float64Array;
  /** Most levels a side. */
  readonly capacity: number;
}

/** Memory for one book of at most `capacity` levels a side. */
export function createSharedBook(capacity: number): SharedArrayBuffer {
  return new SharedArrayBuffer(headerBytes + columnCount * capacity * Float64Array.BYTES_PER_ELEMENT);
}

/** Views of memory that {@link createSharedBook} made, in whatever thread. */
export function sharedBookParts(memory: SharedArrayBuffer): SharedBookParts {
  const columns = new Float64Array(memory, headerBytes);
  return {
    words: new Int32Array(memory, 0, wordCount),
    doubles: new Float64Array(memory, wordsBytes, doubleCount),
    columns,
    capacity: columns.length / columnCount,
  };
}

/** The number of a status in memory. */
export function statusCode(status: BookStatus): number {
  return statusCodes[status];
}

/** The number of a reason in memory. */
export function reasonCode(reason: BookReason | undefined): number {
  return reason === undefined ? 0 : reasons.indexOf(reason) + 1;
}

/** The status of a number in memory; numbers of a read that will be thrown away are not an error. */
export function statusOf(code: number): BookStatus {
  return statuses[code] ?? "syncing";
}

/** The reason of a number in memory. */
export function reasonOf(code: number): BookReason | undefined {
  return reasons[code - 1];
}
