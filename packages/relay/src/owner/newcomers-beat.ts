import type { CancelTimer, Clock } from "@depthwire/core";

/** Beats for newcomers are at least so far apart. */
const pauseMs = 20;

/** A beat for whoever has no proof yet: behind the answer to its echo, so that it proves itself. Who asks shortly after another one shares the next. */
export class NewcomersBeat {
  readonly #clock: Clock;
  readonly #beat: () => void;
  #beatAtMs = Number.NEGATIVE_INFINITY;
  #cancel: CancelTimer | undefined;

  constructor(clock: Clock, beat: () => void) {
    this.#clock = clock;
    this.#beat = beat;
  }

  /** A newcomer was answered. */
  ask(): void {
    if (this.#cancel !== undefined) {
      return;
    }
    const waitMs = this.#beatAtMs + pauseMs - this.#clock.monotonicMs();
    if (waitMs <= 0) {
      this.#beatNow();
    } else {
      this.#cancel = this.#clock.after(waitMs, () => this.#beatNow());
    }
  }

  /** Nobody is beaten for any more. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #beatNow(): void {
    this.#cancel = undefined;
    this.#beatAtMs = this.#clock.monotonicMs();
    this.#beat();
  }
}
