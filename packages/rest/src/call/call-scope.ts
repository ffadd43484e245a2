import { type CancelTimer, type Clock, DepthwireError, TransportError } from "@depthwire/core";
import type { AbortListeners } from "@depthwire/core/internal";

/** What the calls of one client share. */
export interface ScopePorts {
  readonly clock: Clock;
  readonly listeners: AbortListeners;
}

/** The life of one call: signals that it follows, and its own time limit, as one signal. */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #listeners: AbortListeners;
  readonly #cancelTimer: CancelTimer;
  readonly #unfollow: readonly (() => void)[];

  constructor({ clock, listeners }: ScopePorts, timeoutMs: number, ...signals: readonly (AbortSignal | undefined)[]) {
    this.#listeners = listeners;
    this.#cancelTimer = clock.after(timeoutMs, () =>
      this.abort(new TransportError("timed-out", { afterMs: timeoutMs })),
    );
    this.#unfollow = signals.flatMap((signal) => (signal === undefined ? [] : this.#follow(signal)));
  }

  /** Ends when the call must. Its reason is a TransportError `aborted`, `timed-out` or `closed`, or a ValidationError `halted`. */
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

  /** Waits for shared work as long as the call lasts; the work goes on for the others. Rejects with the signal's reason. */
  async until<Value>(work: Promise<Value>): Promise<Value> {
    let leave = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      leave = () => reject(this.signal.reason);
      this.signal.addEventListener("abort", leave);
      if (this.signal.aborted) {
        leave();
      }
    });
    try {
      return await Promise.race([ended, work]);
    } finally {
      this.signal.removeEventListener("abort", leave);
    }
  }

  /** Ends the call. What ended it first stays its reason. */
  abort(reason: DepthwireError): void {
    this.#controller.abort(reason);
  }

  /** The call is over. */
  end(): void {
    this.#cancelTimer();
    for (const unfollow of this.#unfollow) {
      unfollow();
    }
  }

  /** @returns ends it */
  #follow(signal: AbortSignal): () => void {
    return this.#listeners.follow(signal, () => this.abort(reasonOf(signal)));
  }
}

/** A client that was closed or halted says so; any other signal is the caller's wish. */
function reasonOf({ reason }: AbortSignal): DepthwireError {
  const isOurs = reason instanceof DepthwireError && (reason.code === "closed" || reason.code === "halted");
  return isOurs ? reason : new TransportError("aborted", {}, { cause: reason });
}
