/** What a consumer of a {@link LatestValue} does to its source. */
export interface LatestConsumer {
  /** Somebody waits for a newer value. */
  wanted(): void;
  /** The last iterator was left. */
  abandoned(): void;
}

interface Waiting<Value> {
  resolve(result: IteratorResult<Value, undefined>): void;
  reject(reason: unknown): void;
}

/** How a stream ended: after its last value, at once, or because its caller gave it up. */
type End =
  | { readonly kind: "concluded" }
  | { readonly kind: "finished" }
  | { readonly kind: "failed"; readonly reason: unknown };

/**
 * A value that changes, for any number of slow readers: each gets the newest, none makes a queue.
 */
export class LatestValue<Value> {
  #value: Value;
  /** Counts values, so that a reader knows whether it has seen the present one. */
  #serial = 1;
  #end: End | undefined;
  readonly #iterators = new Set<LatestIterator<Value>>();
  readonly #consumer: LatestConsumer;

  constructor(value: Value, consumer: LatestConsumer) {
    this.#value = value;
    this.#consumer = consumer;
  }

  /** The newest value. */
  get value(): Value {
    return this.#value;
  }

  get serial(): number {
    return this.#serial;
  }

  get end(): End | undefined {
    return this.#end;
  }

  /** Whether any iterator waits for a newer value. */
  get isAwaited(): boolean {
    for (const iterator of this.#iterators) {
      if (iterator.isWaiting) {
        return true;
      }
    }
    return false;
  }

  /** Replaces the value. Does nothing after the end. */
  set(value: Value): void {
    if (this.#end !== undefined) {
      return;
    }
    this.#value = value;
    this.#serial++;
    for (const iterator of this.#iterators) {
      iterator.advance();
    }
  }

  /** Sets the last value; all iterators end behind it. */
  conclude(last: Value): void {
    this.set(last);
    this.#finish({ kind: "concluded" }, last);
  }

  /** Ends all iterators at once. `last` stays readable, but is not yielded. */
  finish(last: Value): void {
    this.#finish({ kind: "finished" }, last);
  }

  /** Ends all iterators at once; each throws `reason`. `last` stays readable. */
  fail(reason: unknown, last: Value): void {
    this.#finish({ kind: "failed", reason }, last);
  }

  /** A reader of its own. It begins with the present value. */
  iterate(): AsyncIterator<Value, undefined, undefined> {
    const iterator = new LatestIterator(this, () => {
      this.#iterators.delete(iterator);
      if (this.#iterators.size === 0 && this.#end === undefined) {
        this.#consumer.abandoned();
      }
    });
    this.#iterators.add(iterator);
    return iterator;
  }

  /** Called by an iterator that waits. */
  want(): void {
    this.#consumer.wanted();
  }

  #finish(end: End, last: Value): void {
    if (this.#end !== undefined) {
      return;
    }
    this.#end = end;
    this.#value = last;
    for (const iterator of this.#iterators) {
      iterator.advance();
    }
    this.#iterators.clear();
  }
}

/** Yields the newest value that it has not yielded before. */
class LatestIterator<Value> implements AsyncIterator<Value, undefined, undefined> {
  readonly #source: LatestValue<Value>;
  readonly #onReturn: () => void;
  readonly #waiting: Waiting<Value>[] = [];
  #seen = 0;
  #left = false;

  constructor(source: LatestValue<Value>, onReturn: () => void) {
    this.#source = source;
    this.#onReturn = onReturn;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  next(): Promise<IteratorResult<Value, undefined>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.advance();
      if (this.#waiting.length > 0) {
        this.#source.want();
      }
    });
  }

  return(): Promise<IteratorResult<Value, undefined>> {
    if (!this.#left) {
      this.#left = true;
      this.advance();
      this.#onReturn();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Answers waiting readers if there is something new. */
  advance(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!this.#answer(first)) {
        return;
      }
      this.#waiting.shift();
    }
  }

  #answer(waiting: Waiting<Value>): boolean {
    const { end, serial, value } = this.#source;
    if (this.#left) {
      waiting.resolve({ done: true, value: undefined });
    } else if (end?.kind === "failed") {
      this.#left = true;
      waiting.reject(end.reason);
    } else if (this.#seen < serial && end?.kind !== "finished") {
      this.#seen = serial;
      waiting.resolve({ done: false, value });
    } else if (end !== undefined) {
      this.#left = true;
      waiting.resolve({ done: true, value: undefined });
    } else {
      return false;
    }
    return true;
  }
}
