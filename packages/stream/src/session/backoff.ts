import { fullJitterMs } from "@depthwire/core/internal";

/** How long a session waits before it connects again. Milliseconds. */
export interface BackoffOptions {
  /** The first wait is a random part of this: wide, so that clients that were cut off together come back spread out. */
  readonly firstWindowMs: number;
  /** Each further window is twice as wide, up to this: no session waits longer, whatever depends on it. */
  readonly maxWindowMs: number;
}

/** Longest wait, in milliseconds, of a session on which money depends, where `maxWindowMs` allows as long a one. */
export const urgentWindowMs = 5_000;

/** Defaults of {@link BackoffOptions}. */
export const defaultBackoffOptions: BackoffOptions = { firstWindowMs: 5_000, maxWindowMs: 60_000 };

/**
 * Full jitter: a uniform part of a window that doubles with each failure in a row.
 *
 * @param failures failures in a row before this wait, from 0
 * @param random uniform in [0, 1)
 */
export function backoffDelayMs(options: BackoffOptions, failures: number, random: number): number {
  return fullJitterMs(options, failures, random);
}

/**
 * The wait of a session that must not stay away: at most {@link urgentWindowMs}, however often it failed, and never longer than
 * any other session may wait. The first wait is any part of that, each further one is at least half of it: waits that are short by
 * chance would add up to a storm otherwise.
 *
 * @param failures failures in a row before this wait, from 0
 * @param random uniform in [0, 1)
 */
export function urgentDelayMs(options: BackoffOptions, failures: number, random: number): number {
  const windowMs = Math.min(urgentWindowMs, options.maxWindowMs);
  return failures === 0 ? random * windowMs : ((1 + random) / 2) * windowMs;
}
