import type { CancelTimer, Clock } from "@depthwire/core";

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /**
   * Moves time forward and runs every timer that falls due on the way, in order of its due time (ties: in order of
   * scheduling), each at its own moment. Timers that a callback schedules run too when they are due in time.
   *
   * @param ms milliseconds, at least 0
   * @throws RangeError when `ms` is negative or not a number
   * @throws Error when timers of one moment schedule each other without end
   */
  advance(ms: number): void;
  /** As {@link FakeClock.advance}, and lets promises settle before the first timer and after each. */
  advanceAndSettle(ms: number): Promise<void>;
  /** Makes the wall clock jump by `ms` (may be negative). Timers and the monotonic clock do not notice. */
  jumpEpoch(ms: number): void;
  /** How many timers wait. */
  pending(): number;
}

interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

/** More timers in one moment wait for themselves: the test would never end. */
const maxAtOnce = 100_000;

/** Enough turns of the microtask queue for chains of a few `await`s. */
const settleTurns = 20;

class ManualClock implements FakeClock {
  #elapsedMs = 0;
  #epochOriginMs: number;
  /** Timers that ran since time moved. */
  #atOnce = 0;
  /** In order of scheduling: a `Set` keeps it. */
  readonly #timers = new Set<Timer>();

  constructor(epochMs: number) {
    this.#epochOriginMs = epochMs;
  }

  epochMs(): number {
    return Math.floor(this.#epochOriginMs + this.#elapsedMs);
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    const timer = { dueMs: this.#elapsedMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  advance(ms: number): void {
    const endMs = this.#endOf(ms);
    while (this.#runNextUntil(endMs)) {
      // Each turn runs one timer.
    }
    this.#elapsedMs = endMs;
  }

  async advanceAndSettle(ms: number): Promise<void> {
    const endMs = this.#endOf(ms);
    await settle();
    while (this.#runNextUntil(endMs)) {
      await settle();
    }
    this.#elapsedMs = endMs;
  }

  jumpEpoch(ms: number): void {
    this.#epochOriginMs += ms;
  }

  pending(): number {
    return this.#timers.size;
  }

  #endOf(ms: number): number {
    if (!(ms >= 0)) {
      throw new RangeError(`a clock moves forward only, not by ${ms} ms`);
    }
    return this.#elapsedMs + ms;
  }

  /** Runs the earliest timer that is due by `endMs`; false when there is none. */
  #runNextUntil(endMs: number): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= endMs && (next === undefined || timer.dueMs < next.dueMs)) {
        next = timer;
      }
    }
    if (next === undefined) {
      return false;
    }
    this.#timers.delete(next);
    this.#atOnce = next.dueMs > this.#elapsedMs ? 0 : this.#atOnce + 1;
    if (this.#atOnce > maxAtOnce) {
      throw new Error(`more than ${maxAtOnce} timers ran at ${this.#elapsedMs} ms: one schedules the next without end`);
    }
    this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
    next.callback();
    return true;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < settleTurns; turn++) {
    await Promise.resolve();
  }
}

/**
 * A {@link FakeClock} that starts at `epochMs` (default: the time stamp of the field notes' signing samples) and at
 * monotonic 0.
 */
export function fakeClock(epochMs: number = 1_602_679_943_911): FakeClock {
  return new ManualClock(epochMs);
}
