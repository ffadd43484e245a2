import type { CancelTimer, Clock } from "@depthwire/core";

/** How a thread's heartbeat word is watched. Milliseconds. */
export interface PulseWatchOptions {
  /** The word is looked at so often. */
  readonly lookEveryMs: number;
  /** No beat at the looks of so long: the views say `stale`, at the latest two looks later than that after the last beat. */
  readonly silentAfterMs: number;
  /** After so long without a beat or a message the thread is ended and replaced. */
  readonly endAfterMs: number;
}

/** Defaults of {@link PulseWatchOptions}: three beats, and one second. */
export const defaultPulseWatchOptions: PulseWatchOptions = { lookEveryMs: 25, silentAfterMs: 75, endAfterMs: 1_000 };

/** `starting`: it has not beaten yet. */
export type PulseVerdict = "starting" | "alive" | "silent" | "dead";

/**
 * Judges a thread by a word that it keeps raising, and that no message queue and no lock can hold back. A message shows as well
 * that the thread lives, but it may have been on its way for a while: it makes no view live, it only spares the thread.
 */
export class PulseWatch {
  readonly #options: PulseWatchOptions;
  #pulse = 0;
  /** Since the last beat. */
  #silentMs = 0;
  /** Since the last beat or message. */
  #unheardMs = 0;
  #lookedAtMs: number | undefined;

  constructor(options: PulseWatchOptions) {
    this.#options = options;
  }

  /** One look at the word. */
  look(pulse: number, nowMs: number): PulseVerdict {
    const { lookEveryMs, silentAfterMs, endAfterMs } = this.#options;
    const sinceMs = nowMs - (this.#lookedAtMs ?? nowMs);
    this.#lookedAtMs = nowMs;
    if (pulse !== this.#pulse) {
      this.#pulse = pulse;
      this.#silentMs = 0;
      this.#unheardMs = 0;
      return "alive";
    }
    if (pulse === 0) {
      return "starting";
    }
    // A late look found this thread asleep, and maybe the whole machine: that time does not count as silence.
    const countedMs = Math.min(sinceMs, 2 * lookEveryMs);
    this.#silentMs += countedMs;
    this.#unheardMs += countedMs;
    if (this.#unheardMs > endAfterMs) {
      return "dead";
    }
    return this.#silentMs > silentAfterMs ? "silent" : "alive";
  }

  /** The thread sent a message. */
  heard(): void {
    this.#unheardMs = 0;
  }
}

/** A watch that is kept up. */
export interface RunningPulseWatch {
  /**
   * Looks now, unless the last look was a moment ago: for a thread that reads shared memory without ever coming to its
   * timers.
   */
  look(): void;
  /** The thread sent a message. */
  heard(): void;
  stop(): void;
}

/**
 * Looks at a heartbeat word regularly and reports each verdict, up to `dead` or until it is stopped.
 *
 * @param read the word as it is now
 */
export function watchPulse(
  options: PulseWatchOptions,
  clock: Clock,
  read: () => number,
  report: (verdict: PulseVerdict) => void,
): RunningPulseWatch {
  const watch = new PulseWatch(options);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let cancelTimer: CancelTimer = () => {};
  let state: "watching" | "over" = "watching";
  const stop = (): void => {
    state = "over";
    cancelTimer();
  };
  const lookAt = (nowMs: number): void => {
    lookedAtMs = nowMs;
    const verdict = watch.look(read(), nowMs);
    if (verdict === "dead") {
      stop();
    }
    report(verdict);
  };
  const lookRegularly = (): void => {
    cancelTimer = clock.after(options.lookEveryMs, lookRegularly);
    lookAt(clock.monotonicMs());
  };
  lookRegularly();
  return {
    look: () => {
      const nowMs = clock.monotonicMs();
      if (state === "watching" && nowMs - lookedAtMs >= options.lookEveryMs) {
        lookAt(nowMs);
      }
    },
    heard: () => watch.heard(),
    stop,
  };
}
