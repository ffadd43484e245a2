/** How long a session waits before it connects again. Milliseconds. */
export interface BackoffOptions {
  /** The first wait is a random part of this: wide, so that clients that were cut off together come back spread out. */
  readonly firstWindowMs: number;
  /** Each further window is twice as wide, up to this. */
  readonly maxWindowMs: number;
}

/** Defaults of {@link BackoffOptions}. */
export const defaultBackoffOptions: BackoffOptions = { firstWindowMs: 5_000, maxWindowMs: 60_000 };

/**
 * Full jitter: a uniform part of a window that doubles with each failure in a row.
 *
 * @param failures failures in a row before this wait, from 0
 * @param random uniform in [0, 1)
 */
export function backoffDelayMs(options: BackoffOptions, failures: number, random: number): number {
  const doublings = Math.min(failures, 30);
  return random * Math.min(options.maxWindowMs, options.firstWindowMs * 2 ** doublings);
}
