import type { CancelTimer, Clock } from "@depthwire/core";
import type { Barrier } from "../host/barrier.js";

/** The time of one sandbox: a timer that fails ends nothing else, and all of them end with the sandbox. */
export class SandboxClock implements Clock {
  readonly #clock: Clock;
  readonly #barrier: Barrier;
  readonly #waiting: Set<CancelTimer> = new Set();
  #hasEnded = false;

  /** @param clock where the time comes from */
  constructor(clock: Clock, barrier: Barrier) {
    this.#clock = clock;
    this.#barrier = barrier;
  }

  epochMs(): number {
    return this.#clock.epochMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    if (this.#hasEnded) {
      return () => {};
    }
    const stop = this.#clock.after(delayMs, () => {
      this.#waiting.delete(cancel);
      this.#barrier.guard("timer-failed", callback);
    });
    const cancel = (): void => {
      this.#waiting.delete(cancel);
      stop();
    };
    this.#waiting.add(cancel);
    return cancel;
  }

  /** Ends every timer: whatever waits for one, an answer that a fault has delayed say, never comes. */
  end(): void {
    this.#hasEnded = true;
    for (const cancel of this.#waiting) {
      cancel();
    }
  }
}
