import type { Clock } from "@depthwire/core";
import { nextInteger, type RandomState } from "@depthwire/exchange/internal";
import type { Delay } from "./check-latency.js";

interface Waiting {
  readonly dueMs: number;
  readonly act: () => void;
}

/** What goes in comes out later, and in the same order: nothing overtakes what a larger jitter has delayed. */
export class DelayLine {
  readonly #clock: Clock;
  readonly #random: RandomState;
  readonly #delayOf: () => Delay;
  #waiting: Waiting[] = [];
  #lastMs = Number.NEGATIVE_INFINITY;

  /** @param delayOf asked for each one anew */
  constructor(clock: Clock, random: RandomState, delayOf: () => Delay) {
    this.#clock = clock;
    this.#random = random;
    this.#delayOf = delayOf;
  }

  /** Whether something would act at once. */
  get isOpen(): boolean {
    const { ms, jitterMs } = this.#delayOf();
    return ms === 0 && jitterMs === 0 && this.#waiting.length === 0;
  }

  /** Acts after the delay, or at once where there is none. */
  pass(act: () => void): void {
    if (this.isOpen) {
      act();
      return;
    }
    const { ms, jitterMs } = this.#delayOf();
    const jitter = jitterMs === 0 ? 0 : nextInteger(this.#random, jitterMs + 1);
    const nowMs = this.#clock.monotonicMs();
    this.#lastMs = Math.max(this.#lastMs, nowMs + ms + jitter);
    this.#waiting.push({ dueMs: this.#lastMs, act });
    if (this.#waiting.length === 1) {
      this.#wake(this.#lastMs - nowMs);
    }
  }

  /** Resolves after the delay; nothing where there is none. */
  wait(): Promise<void> | undefined {
    return this.isOpen ? undefined : new Promise((resolve) => this.pass(resolve));
  }

  #wake(delayMs: number): void {
    this.#clock.after(Math.max(0, delayMs), () => this.#letOut());
  }

  #letOut(): void {
    const nowMs = this.#clock.monotonicMs();
    const waiting = this.#waiting;
    const due = waiting.findIndex(({ dueMs }) => dueMs > nowMs);
    const out = due < 0 ? waiting : waiting.slice(0, due);
    this.#waiting = due < 0 ? [] : waiting.slice(due);
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#wake(next.dueMs - nowMs);
    }
    for (const { act } of out) {
      act();
    }
  }
}
