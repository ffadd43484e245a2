import type { DepthwireError } from "@depthwire/core";

interface Waiting {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: DepthwireError) => void;
}

/** What callers of `rotate` wait for: one outcome for all that came since the last. Nobody has to wait. */
export class PendingRotation {
  #waiting: Waiting | undefined;

  /** Resolves when a key given now or later is used. */
  begin(): Promise<void> {
    this.#waiting ??= createWaiting();
    return this.#waiting.promise;
  }

  succeed(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }

  fail(error: DepthwireError): void {
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

function createWaiting(): Waiting {
  let settle: Pick<Waiting, "resolve" | "reject"> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  promise.catch(() => {});
  return { promise, ...settle };
}
