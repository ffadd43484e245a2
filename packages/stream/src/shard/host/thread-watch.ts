import type { BackoffOptions } from "../../session/backoff.js";
import { defaultPulseWatchOptions, type PulseWatchOptions } from "./pulse-watch.js";

/** How a host watches its shard's thread. Milliseconds on the monotonic clock. */
export interface ThreadWatchOptions {
  /** A question goes to the thread so often, when the one before was answered. */
  readonly beatEveryMs: number;
  /** After so long without an answer or another message its views say `stale`. */
  readonly silentAfterMs: number;
  /** After so long without an answer or another message it is ended and replaced. */
  readonly endAfterMs: number;
  /** A new thread may be silent for so long while it loads its code. */
  readonly startWithinMs: number;
  /** A look that comes later than this found the main thread asleep: the thread had no chance to be heard. */
  readonly pauseToleranceMs: number;
  /** How long a closing thread may take before it is ended. */
  readonly stopWithinMs: number;
  /** Waits before a replacement is started. */
  readonly restart: BackoffOptions;
  /** For threads with a heartbeat word: it tells of silence sooner than questions and answers. */
  readonly pulse: PulseWatchOptions;
  /** A thread that lived so long ends the row of failures before it. */
  readonly stableAfterMs: number;
}

/** Defaults of {@link ThreadWatchOptions}. */
export const defaultThreadWatchOptions: ThreadWatchOptions = {
  beatEveryMs: 100,
  silentAfterMs: 1_000,
  endAfterMs: 5_000,
  startWithinMs: 30_000,
  pauseToleranceMs: 250,
  stopWithinMs: 2_000,
  restart: { firstWindowMs: 250, maxWindowMs: 30_000 },
  pulse: defaultPulseWatchOptions,
  stableAfterMs: 30_000,
};

/** What a host knows about its thread. */
export interface ThreadWatchState {
  readonly startedAtMs: number;
  /** When the thread last sent anything; undefined before its first message. */
  readonly heardAtMs: number | undefined;
  /** When the open question was asked; undefined when none is open. */
  readonly askedAtMs: number | undefined;
  /** When this look was due. */
  readonly dueAtMs: number;
}

/** `ask`: send the next question; `wait`: one is open; `silent`, `dead`: it was open for too long. */
export type ThreadVerdict = "ask" | "wait" | "silent" | "dead";

/** Judges a thread at a regular look. */
export function judgeThread(options: ThreadWatchOptions, state: ThreadWatchState, nowMs: number): ThreadVerdict {
  const { startedAtMs, heardAtMs, askedAtMs, dueAtMs } = state;
  if (askedAtMs === undefined) {
    return "ask";
  }
  if (nowMs - dueAtMs > options.pauseToleranceMs) {
    return "wait";
  }
  if (heardAtMs === undefined) {
    return nowMs - startedAtMs > options.startWithinMs ? "dead" : "wait";
  }
  const silentMs = nowMs - Math.max(askedAtMs, heardAtMs);
  if (silentMs > options.endAfterMs) {
    return "dead";
  }
  return silentMs > options.silentAfterMs ? "silent" : "wait";
}

/** A thread may be silent for at most so many times as long as the options say. */
const maxPatience = 8;

/**
 * The options for the next thread after a row of threads that were ended for silence: what is taken for a hanging thread may be a
 * machine that is too busy for any, so each of the row doubles what its successor is given.
 */
export function morePatient(options: ThreadWatchOptions, endedForSilence: number): ThreadWatchOptions {
  const patience = Math.min(maxPatience, 2 ** endedForSilence);
  return {
    ...options,
    endAfterMs: patience * options.endAfterMs,
    startWithinMs: patience * options.startWithinMs,
    pulse: { ...options.pulse, endAfterMs: patience * options.pulse.endAfterMs },
  };
}
