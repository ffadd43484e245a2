/** Counts that books of one shard share. */
export interface BookCounters {
  /** Depth messages that changed a book. What is `followed` without the book, see `BookFollower.follow`, is counted by whoever lets it. */
  applied: number;
  snapshots: number;
  /** Repeated or old updates, and snapshots of a state that the book has: dropped. */
  duplicates: number;
  /** Old snapshots: dropped. */
  staleSnapshots: number;
  /** Updates that came while a snapshot was awaited: dropped. */
  awaitingSnapshot: number;
  /** Missing or unplaceable messages, counted once each time a book leaves `live` for it. */
  gaps: number;
  /** Times a book was crossed. */
  crossed: number;
  /** `del` and `mod` rows of prices that the book did not have. */
  unknownLevels: number;
  /** Rows whose price the same list had named before. */
  repeatedLevels: number;
}

/** Counts of books to which nothing has happened. */
export function noBookCounters(): BookCounters {
  return {
    applied: 0,
    snapshots: 0,
    duplicates: 0,
    staleSnapshots: 0,
    awaitingSnapshot: 0,
    gaps: 0,
    crossed: 0,
    unknownLevels: 0,
    repeatedLevels: 0,
  };
}
