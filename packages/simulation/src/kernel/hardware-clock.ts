import type { Timeline } from "./timeline.js";

/** The clock of one computer: it drifts against the true time, and its time of day is set now and then. */
export class HardwareClock {
  readonly #timeline: Timeline;
  #epochOriginMs: number;
  #rate = 1;
  #sinceTrueMs: number;
  #baseMs = 0;
  #reachedMs = 0;

  /** @param epochMs what the clock shows now */
  constructor(timeline: Timeline, epochMs: number) {
    this.#timeline = timeline;
    this.#epochOriginMs = epochMs;
    this.#sinceTrueMs = timeline.nowMs;
  }

  monotonicMs(): number {
    const localMs = this.#baseMs + (this.#timeline.nowMs - this.#sinceTrueMs) * this.#rate;
    this.#reachedMs = Math.max(this.#reachedMs, localMs);
    return this.#reachedMs;
  }

  epochMs(): number {
    return Math.floor(this.#epochOriginMs + this.monotonicMs());
  }

  /** When, in true time, the clock will show this. */
  trueMs(localMs: number): number {
    return this.#sinceTrueMs + (localMs - this.#baseMs) / this.#rate;
  }

  /** A timer for this moment has come: no clock shows an earlier one from now on. */
  reached(localMs: number): void {
    this.#reachedMs = Math.max(this.#reachedMs, localMs);
  }

  /** From now on it gains (above 1) or loses against the true time. Timers that are set keep their true moment. */
  drift(rate: number): void {
    this.#baseMs = this.monotonicMs();
    this.#sinceTrueMs = this.#timeline.nowMs;
    this.#rate = rate;
  }

  /** Its time of day is set. How long things last goes on as before. */
  jump(byMs: number): void {
    this.#epochOriginMs += byMs;
  }
}
