/** One moment by every clock of this host. A suspended machine's monotonic clock stands still; wall and boot time do not. */
export interface Moment {
  readonly monotonicMs: number;
  /** Wall clock, epoch milliseconds. It may jump. */
  readonly wallMs: number;
  /** Time since boot, with the time asleep; undefined where the platform doesn't tell. */
  readonly bootMs?: number | undefined;
}

/**
 * How long ago `then` was: the largest of what the clocks say, since believing too little would show what is long over.
 * A wall clock that is set forward makes things look older for a moment, which costs time alone.
 */
export function ageMs(then: Moment, now: Moment): number {
  const asleep = then.bootMs === undefined || now.bootMs === undefined ? 0 : now.bootMs - then.bootMs;
  return Math.max(now.monotonicMs - then.monotonicMs, now.wallMs - then.wallMs, asleep);
}
