import { TransportError } from "@depthwire/core";
import type { CallScope } from "./call-scope.js";

/** What waits without anything being on its way to the venue: it can be ended at any time, and nothing is lost. */
export class OpenWaits {
  readonly #waiting = new Set<CallScope>();
  readonly #controller = new AbortController();

  /** Aborted, with a TransportError `closed`, when nothing may wait any longer. */
  get closing(): AbortSignal {
    return this.#controller.signal;
  }

  /** @throws TransportError `closed`; the scope's reason */
  check(scope: CallScope): void {
    this.closing.throwIfAborted();
    scope.signal.throwIfAborted();
  }

  /**
   * Waits for something that ends with the scope.
   *
   * @throws TransportError `closed`; the scope's reason; what the wait throws
   */
  async during<Value>(scope: CallScope, wait: () => Promise<Value>): Promise<Value> {
    this.check(scope);
    this.#waiting.add(scope);
    try {
      return await wait();
    } finally {
      this.#waiting.delete(scope);
    }
  }

  /** Ends everything that waits. */
  close(): void {
    const reason = new TransportError("closed", {});
    this.#controller.abort(reason);
    for (const scope of this.#waiting) {
      scope.abort(reason);
    }
  }
}
