import type { AccountEvent } from "../mirror/account-event.js";
import { BoundedQueue } from "./bounded-queue.js";
import { joinGaps, overflowAt, type StreamGap } from "./gap.js";

/** An event and when it came to wait, epoch milliseconds. */
interface WaitingEvent {
  readonly event: AccountEvent;
  readonly sinceMs: number;
}

/**
 * Events that wait for their reader, bounded. Events without room are replaced by a gap that counts them, so nothing is lost
 * silently.
 */
export class EventQueue implements AsyncIterator<AccountEvent, undefined, undefined> {
  readonly #waiting: BoundedQueue<WaitingEvent>;
  /** Epoch milliseconds. */
  readonly #now: () => number;
  #isClosed = false;
  #failure: { readonly reason: unknown } | undefined;
  /** Why nothing comes for now. */
  #interruption: { readonly reason: unknown } | undefined;
  readonly #readers: {
    resolve(result: IteratorResult<AccountEvent, undefined>): void;
    reject(reason: unknown): void;
  }[] = [];

  constructor(limit: number, now: () => number) {
    this.#waiting = new BoundedQueue<WaitingEvent>({ limit, counts: isEvent, standIn });
    this.#now = now;
  }

  /** How many events wait. */
  get length(): number {
    return this.#waiting.length;
  }

  push(event: AccountEvent): void {
    if (this.#isClosed) {
      return;
    }
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      reader.resolve({ done: false, value: event });
    } else {
      this.#waiting.push({ event, sinceMs: this.#now() });
    }
  }

  next(): Promise<IteratorResult<AccountEvent, undefined>> {
    const waiting = this.#waiting.take();
    if (waiting !== undefined) {
      return Promise.resolve({ done: false, value: waiting.event });
    }
    if (this.#interruption !== undefined) {
      return Promise.reject(this.#interruption.reason);
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

  /** Readers throw `reason` once they have read what waits, until {@link EventQueue.goOn}. */
  interrupt(reason: unknown): void {
    this.#interruption = { reason };
    for (const reader of this.#readers.splice(0)) {
      reader.reject(reason);
    }
  }

  /** Events may come again. */
  goOn(): void {
    this.#interruption = undefined;
  }

  /** Ends the readers once they have read what waits; where there is an error, the first of them throws it there. */
  close(error?: unknown): void {
    if (!this.#isClosed && error !== undefined) {
      this.#failure = { reason: error };
    }
    this.#isClosed = true;
    this.#finish();
  }

  /** Ends the readers at once; the first of them throws `reason`. What waits is gone. */
  fail(reason: unknown): void {
    if (!this.#isClosed) {
      this.#waiting.clear();
      this.close(reason);
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
}

/** Whether an event counts: only a gap that replaces others does not. */
function isEvent({ event }: WaitingEvent): boolean {
  return !(event.kind === "gap" && event.reason === "overflow");
}

/** The one gap that says how many of these were dropped. */
function standIn(waiting: readonly WaitingEvent[]): readonly WaitingEvent[] {
  let gap: StreamGap | undefined;
  for (const { event, sinceMs } of waiting) {
    const lost = event.kind === "gap" && event.reason === "overflow" ? event : overflowAt(sinceMs);
    gap = gap === undefined ? lost : joinGaps(gap, lost);
  }
  return gap === undefined ? [] : [{ event: gap, sinceMs: gap.toMs }];
}
