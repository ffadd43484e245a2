import { type CancelTimer, type Clock, TransportError } from "@depthwire/core";

/** The life of one call: the caller's signal and the call's own time limit as one signal. */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #cancelTimer: CancelTimer;
  readonly #follow = (): void => {
    this.#controller.abort(new TransportError("aborted", {}, { cause: this.#signal?.reason }));
  };

  constructor(clock: Clock, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#cancelTimer = clock.after(timeoutMs, () => {
      this.#controller.abort(new TransportError("timed-out", { afterMs: timeoutMs }));
    });
    if (signal?.aborted === true) {
      this.#follow();
    } else {
      signal?.addEventListener("abort", this.#follow);
    }
  }

  /** Ends when the call must. Its reason is a TransportError `aborted` or `timed-out`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves after `delayMs`, or rejects with the signal's reason. */
  wait(clock: Clock, delayMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.signal.throwIfAborted();
      const leave = (): void => {
        cancel();
        reject(this.signal.reason);
      };
      const cancel = clock.after(delayMs, () => {
        this.signal.removeEventListener("abort", leave);
        resolve();
      });
      this.signal.addEventListener("abort", leave);
    });
  }

  /** The call is over. */
  end(): void {
    this.#cancelTimer();
    this.#signal?.removeEventListener("abort", this.#follow);
  }
}
