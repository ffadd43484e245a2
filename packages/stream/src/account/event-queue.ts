import type { AccountEvent } from "./account-event.js";

/**
 * Events that wait for their reader, bounded. What finds no room is counted, and a `missed` event stands where it would have
 * come, so nothing is lost silently.
 */
export class EventQueue implements AsyncIterator<AccountEvent, undefined, undefined> {
  readonly #limit: number;
  #events: AccountEvent[] = [];
  #at = 0;
  #missed = 0;
  #isClosed = false;
  #failure: { readonly reason: unknown } | undefined;
  readonly #readers: {
    resolve(result: IteratorResult<AccountEvent, undefined>): void;
    reject(reason: unknown): void;
  }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many events wait. */
  get length(): number {
    return this.#events.length - this.#at;
  }

  push(event: AccountEvent): void {
    if (this.#isClosed) {
      return;
    }
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: event });
    } else if (this.length < this.#limit && this.#missed === 0) {
      this.#events.push(event);
    } else {
      this.#missed += 1;
    }
  }

  next(): Promise<IteratorResult<AccountEvent, undefined>> {
    const value = this.#take();
    if (value !== undefined) {
      return Promise.resolve({ done: false, value });
    }
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
      if (this.#isClosed) {
        this.#finish();
      }
    });
  }

  /** Leaves the queue as it is: another reader may go on. */
  return(): Promise<IteratorResult<AccountEvent, undefined>> {
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the readers once they have read what waits. */
  close(): void {
    this.#isClosed = true;
    this.#finish();
  }

  /** Ends the readers at once; the first of them throws `reason`. What waits is gone. */
  fail(reason: unknown): void {
    if (!this.#isClosed) {
      this.#failure = { reason };
      this.#events = [];
      this.#at = 0;
      this.#missed = 0;
      this.close();
    }
  }

  #finish(): void {
    for (const reader of this.#readers.splice(0)) {
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure === undefined) {
        reader.resolve({ done: true, value: undefined });
      } else {
        reader.reject(failure.reason);
      }
    }
  }

  /** Events that were missed come after all that waited before them, so the order holds. */
  #take(): AccountEvent | undefined {
    const event = this.#events[this.#at];
    if (event !== undefined) {
      this.#at += 1;
      if (this.#at === this.#events.length) {
        this.#events = [];
        this.#at = 0;
      }
      return event;
    }
    if (this.#missed === 0) {
      return undefined;
    }
    const count = this.#missed;
    this.#missed = 0;
    return { kind: "missed", count };
  }
}
