import type { Price, Quantity } from "@depthwire/schema";

/** A price at which a book and the venue's answer differ. */
export interface LevelDifference {
  readonly side: "asks" | "bids";
  readonly price: Price;
  /** What the book has there; undefined: no level. */
  readonly ours: Quantity | undefined;
  /** What the venue answered; undefined: no level. */
  readonly theirs: Quantity | undefined;
}

/**
 * Why a comparison said nothing:
 * - `not-live`: the book promises nothing
 * - `older`: the answer is from before the states that are remembered
 * - `newer`: the answer is ahead of what was pushed
 * - `behind`: the answer is ahead, shows other levels, and no push led to them: the book resyncs
 * - `no-such-state`: the book had no state at the answer's time
 * - `nothing-to-compare`: both are empty
 * - `unusable-answer`: a number could not be read, a price came twice, or there were too many levels
 * - `thread-lost`, `closed`: nobody is there to compare
 */
export type InconclusiveCause =
  | "not-live"
  | "older"
  | "newer"
  | "behind"
  | "no-such-state"
  | "nothing-to-compare"
  | "unusable-answer"
  | "thread-lost"
  | "closed";

/** What came of comparing a book with the venue's answer at the same update time. */
export type BookVerdict =
  | {
      readonly kind: "equal";
      readonly seq: number;
      readonly updatedAtMs: number;
      /** Levels that were compared, both sides together; above 0. */
      readonly levels: number;
    }
  | {
      readonly kind: "different";
      readonly seq: number;
      readonly updatedAtMs: number;
      /** At least one. */
      readonly differences: readonly LevelDifference[];
    }
  | { readonly kind: "inconclusive"; readonly cause: InconclusiveCause };

/** A verdict that says nothing. */
export function inconclusive(cause: InconclusiveCause): BookVerdict {
  return { kind: "inconclusive", cause };
}
