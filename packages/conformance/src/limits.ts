/** How long things may take, in milliseconds; what a run may change is an option. */
export const limits = {
  /** From its start, for a client to be ready or to show a live book. */
  readyWithinMs: 20_000,
  /** A live book that the venue has left so long ago is old. */
  oldAfterMs: 5_000,
  /** After a fault, for a live book to come back. */
  backWithinMs: 30_000,
  /** How long a book is watched after it has come back. */
  watchedMs: 1_000,
  /** For an order's outcome. */
  outcomeWithinMs: 45_000,
  /** For the fills of all orders. */
  fillsWithinMs: 60_000,
  /** How long the venue takes a signed request: afterwards what is absent stays so. */
  toleranceMs: 5_000,
} as const;
