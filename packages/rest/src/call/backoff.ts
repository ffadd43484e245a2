import { fullJitterMs } from "@depthwire/core/internal";

/** How long a call that may be repeated waits before it is. Milliseconds. */
export interface RetryOptions {
  /** Most times that one call is sent. */
  readonly maxAttempts: number;
  /** The first wait is a random part of this; each further window is twice as wide. */
  readonly firstWindowMs: number;
  readonly maxWindowMs: number;
}

/** Defaults of {@link RetryOptions}. */
export const defaultRetryOptions: RetryOptions = { maxAttempts: 4, firstWindowMs: 250, maxWindowMs: 4_000 };

/**
 * The wait before the next attempt: full jitter.
 *
 * @param failures attempts that failed, at least 1
 * @param random uniform in [0, 1)
 */
export function retryDelayMs(options: RetryOptions, failures: number, random: number): number {
  return fullJitterMs(options, failures - 1, random);
}
