/** The world as a {@link WakeWatch} sees it. */
export interface WakeWorld {
  /** Milliseconds that never go back. In some systems they stand still while the computer sleeps. */
  monotonicMs(): number;
  /** The wall clock. It goes on while the computer sleeps, and may be set. */
  epochMs(): number;
  /** Whether timers are throttled now: those of a hidden page may come once a minute. */
  isThrottled(): boolean;
}

/** No turn for so long: the page was asleep, or held up as if it had been. Milliseconds. */
const sleepMs = 3_000;

/** The same while timers are throttled to one a minute, from one turn to the next. */
const throttledSleepMs = 90_000;

/** The wall clock ran ahead of the other by so much: the computer was asleep, or its clock was set. Milliseconds. */
const clockStepMs = 2_000;

/**
 * Finds out that a program slept, from the times at which it was awake. Called first in every turn that matters: by a regular timer, by what comes
 * in, and before every reading.
 */
export class WakeWatch {
  readonly #world: WakeWorld;
  #turnAtMs: number;
  #epochAheadMs: number;
  #wasThrottled: boolean;

  constructor(world: WakeWorld) {
    this.#world = world;
    this.#turnAtMs = world.monotonicMs();
    this.#epochAheadMs = world.epochMs() - this.#turnAtMs;
    this.#wasThrottled = world.isThrottled();
  }

  /** Counts as a turn. @returns how long the program slept before it, in milliseconds; 0 where it did not */
  look(): number {
    const world = this.#world;
    const nowMs = world.monotonicMs();
    const gapMs = nowMs - this.#turnAtMs;
    const epochAheadMs = world.epochMs() - nowMs;
    const stepMs = epochAheadMs - this.#epochAheadMs;
    // A page that is shown again may have been suspended without a word: only one that is hidden still is known to wait for its timers.
    const isThrottled = world.isThrottled();
    const maxGapMs = this.#wasThrottled && isThrottled ? throttledSleepMs : sleepMs;
    const sleptMs = gapMs > maxGapMs || stepMs > clockStepMs ? gapMs + Math.max(0, stepMs) : 0;
    this.#turnAtMs = nowMs;
    this.#epochAheadMs = epochAheadMs;
    this.#wasThrottled = isThrottled;
    return sleptMs;
  }
}
