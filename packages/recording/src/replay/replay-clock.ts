import type { CancelTimer, Clock } from "@depthwire/core";

const dayMs = 86_400_000;

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** A clock that is moved from entry to entry of a recording. */
export class ReplayClock implements Clock {
  #epochMs: number;
  #monotonicMs = 0;
  readonly #timers = new Set<Timer>();
  /** No timer is due before. A cancelled one may have been, so looking may find nothing. */
  #nextDueMs = Number.POSITIVE_INFINITY;

  constructor(epochMs: number) {
    this.#epochMs = epochMs;
  }

  epochMs(): number {
    return this.#epochMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    const timer = { dueMs: this.#monotonicMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    this.#nextDueMs = Math.min(this.#nextDueMs, timer.dueMs);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Sets the wall clock, which may jump as the recorded one did. */
  setEpochMs(epochMs: number): void {
    this.#epochMs = epochMs;
  }

  /** Moves on to `monotonicMs` and runs each timer that is due on the way, at its own moment. It never goes back. */
  moveTo(monotonicMs: number): void {
    if (monotonicMs >= this.#nextDueMs) {
      for (let next = this.#earliest(monotonicMs); next !== undefined; next = this.#earliest(monotonicMs)) {
        this.#timers.delete(next);
        this.#monotonicMs = Math.max(this.#monotonicMs, next.dueMs);
        next.callback();
      }
    }
    this.#monotonicMs = Math.max(this.#monotonicMs, monotonicMs);
  }

  /** Moves on to the next timer and runs it, if one is due within a day: what is due later is not meant to happen. */
  runNext(): void {
    const next = this.#earliest(this.#monotonicMs + dayMs);
    if (next !== undefined) {
      this.moveTo(next.dueMs);
    }
  }

  /** The timer that is due first by `byMs`; ties in order of their making. */
  #earliest(byMs: number): Timer | undefined {
    let earliest: Timer | undefined;
    for (const timer of this.#timers) {
      if (earliest === undefined || timer.dueMs < earliest.dueMs) {
        earliest = timer;
      }
    }
    this.#nextDueMs = earliest?.dueMs ?? Number.POSITIVE_INFINITY;
    return earliest !== undefined && earliest.dueMs <= byMs ? earliest : undefined;
  }
}
