/** Windows in which something is tried again. Milliseconds. */
export interface JitterOptions {
  readonly firstWindowMs: number;
  /** Each further window is twice as wide, up to this. */
  readonly maxWindowMs: number;
}

/** A window that has doubled so often is wider than any bound, and a finite number still. */
const maxDoublings = 30;

/**
 * Full jitter: a uniform part of a window that doubles, so that many who failed together do not come back together.
 *
 * @param doublings failures before the latest one, from 0
 * @param random uniform in [0, 1)
 */
export function fullJitterMs({ firstWindowMs, maxWindowMs }: JitterOptions, doublings: number, random: number): number {
  return random * Math.min(maxWindowMs, firstWindowMs * 2 ** Math.min(doublings, maxDoublings));
}
