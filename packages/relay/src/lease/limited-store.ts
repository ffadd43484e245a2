import { type CancelTimer, type Clock, TransportError } from "@depthwire/core";
import type { LeaseStore, StoredLease } from "../ports/lease-store.js";

/** What a {@link LimitedStore} works with. */
export interface LimitedStoreParts {
  readonly store: LeaseStore;
  readonly clock: Clock;
  /** No answer after so many milliseconds: the call failed, and what it did is not known. */
  readonly callLimitMs: number;
  /** Told of each call how it ended. `call` counts calls from 1: they do not end in the order in which they began. */
  readonly answered?: ((call: number) => void) | undefined;
  readonly failed?: ((error: unknown, call: number) => void) | undefined;
}

/** A store whose calls end in time: a restarted server would hold them up for five seconds. */
export class LimitedStore implements LeaseStore {
  readonly #parts: LimitedStoreParts;
  #calls = 0;

  constructor(parts: LimitedStoreParts) {
    this.#parts = parts;
  }

  /** @throws TransportError `timed-out`, and what the store rejects with */
  read(key: string): Promise<StoredLease> {
    return this.#limit(() => this.#parts.store.read(key));
  }

  /** @throws TransportError `timed-out`, and what the store rejects with */
  compareAndSet(key: string, expected: number, text: string): Promise<number | undefined> {
    return this.#limit(() => this.#parts.store.compareAndSet(key, expected, text));
  }

  async #limit<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const call = ++this.#calls;
    const { clock, callLimitMs, answered, failed } = this.#parts;
    let cancel: CancelTimer = () => undefined;
    const limit = new Promise<never>((_, reject) => {
      const late = (): void => reject(new TransportError("timed-out", { afterMs: callLimitMs }));
      cancel = clock.after(callLimitMs, late);
    });
    try {
      const answer = await Promise.race([work(), limit]);
      answered?.(call);
      return answer;
    } catch (error) {
      failed?.(error, call);
      throw error;
    } finally {
      cancel();
    }
  }
}
