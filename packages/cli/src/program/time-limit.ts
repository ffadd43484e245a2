/** A signal that is aborted with another one, or when its time is over. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Lets go of the other signal and of the timer. */
  end(): void;
}

/**
 * A signal that is aborted with `signal`, or after `limitMs`. In Node 20 an `AbortSignal.timeout` that only an `AbortSignal.any` follows may be
 * collected before its time: this one is not.
 *
 * @param limitMs undefined: no limit
 */
export function timeLimit(signal: AbortSignal, limitMs: number | undefined): TimeLimit {
  const over = new AbortController();
  const abort = (): void => over.abort(signal.reason);
  const timer =
    limitMs === undefined
      ? undefined
      : setTimeout(() => over.abort(new DOMException("The time is over", "TimeoutError")), limitMs);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) {
    abort();
  }
  return {
    signal: over.signal,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    },
  };
}
