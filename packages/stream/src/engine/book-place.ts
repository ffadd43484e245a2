import type { BookLabel } from "@depthwire/book/internal";
import type { Pair } from "@depthwire/schema";

/** How far a book has come. */
export interface BookPlace {
  readonly epoch: number;
  readonly seq: number;
}

/** What a book's status is, and where the book stood then. */
export interface PlacedLabel extends BookLabel, BookPlace {
  readonly pair: Pair;
}

/** The further of two places of one book. A new thread that has heard nothing yet stands at 0 in the epoch of its predecessor. */
export function further({ epoch, seq }: BookPlace, other: BookPlace | undefined): BookPlace {
  const isBehind = other !== undefined && (other.epoch === epoch ? other.seq > seq : other.epoch > epoch);
  return isBehind ? { epoch: other.epoch, seq: other.seq } : { epoch, seq };
}
