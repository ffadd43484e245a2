import type { CancelTimer, Clock } from "@depthwire/core";

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that moves only when it is told to: a day passes as fast as its work can be done. */
export class VirtualClock implements Clock {
  #nowMs: number;
  readonly #timers: Set<Timer> = new Set();

  /** @param startMs epoch milliseconds */
  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  epochMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    const timer = { dueMs: this.#nowMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Lets `ms` milliseconds pass; whatever is due meanwhile happens at its own time, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (let timer = this.#next(endMs); timer !== undefined; timer = this.#next(endMs)) {
      this.#timers.delete(timer);
      this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
      timer.callback();
    }
    this.#nowMs = endMs;
  }

  /** The first timer due by `endMs`; of equal ones the oldest. */
  #next(endMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= endMs && (first === undefined || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }
}
