/** How a session tells a quiet connection from a dead one. Milliseconds on the monotonic clock. */
export interface HeartbeatOptions {
  /** Nothing heard for so long: ping. */
  readonly pingAfterQuietMs: number;
  /** Nothing heard for so long after a ping: the connection is dead. */
  readonly answerWithinMs: number;
  /** A timer later than this means that the whole program was asleep: no answer could be read, so ping again. */
  readonly pauseToleranceMs: number;
}

/** Defaults of {@link HeartbeatOptions}: a half-open socket is found within 13 s. */
export const defaultHeartbeatOptions: HeartbeatOptions = {
  pingAfterQuietMs: 5_000,
  answerWithinMs: 8_000,
  pauseToleranceMs: 2_000,
};

/** What is known about a connection's liveness. */
export interface HeartbeatState {
  /** When the unanswered ping was sent; undefined when none is. */
  readonly pingedAtMs: number | undefined;
  /** When to look again. */
  readonly dueAtMs: number;
}

/** A look at the connection: what to do now, and what is known from here on. */
export interface HeartbeatJudgement {
  readonly verdict: "quiet" | "ping" | "dead";
  readonly state: HeartbeatState;
}

/** Begins watching a connection that opened at `nowMs`. */
export function startHeartbeat(options: HeartbeatOptions, nowMs: number): HeartbeatState {
  return { pingedAtMs: undefined, dueAtMs: nowMs + options.pingAfterQuietMs };
}

/**
 * Judges a connection at its due time.
 *
 * @param heardAtMs when anything came in last, control frames included
 * @spec field note 8
 */
export function judgeHeartbeat(
  options: HeartbeatOptions,
  state: HeartbeatState,
  heardAtMs: number,
  nowMs: number,
): HeartbeatJudgement {
  const { pingedAtMs, dueAtMs } = state;
  const unanswered = pingedAtMs !== undefined && heardAtMs < pingedAtMs;
  const overslept = nowMs - dueAtMs > options.pauseToleranceMs;
  if (unanswered && !overslept && nowMs >= pingedAtMs + options.answerWithinMs) {
    return { verdict: "dead", state };
  }
  if (unanswered && !overslept) {
    return { verdict: "quiet", state: { pingedAtMs, dueAtMs: pingedAtMs + options.answerWithinMs } };
  }
  if (overslept || nowMs - heardAtMs >= options.pingAfterQuietMs) {
    const lookAfterMs = Math.min(options.pingAfterQuietMs, options.answerWithinMs);
    return { verdict: "ping", state: { pingedAtMs: nowMs, dueAtMs: nowMs + lookAfterMs } };
  }
  return { verdict: "quiet", state: { pingedAtMs: undefined, dueAtMs: heardAtMs + options.pingAfterQuietMs } };
}
