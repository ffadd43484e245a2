import type { CancelTimer, Clock } from "@depthwire/core";
import { TimerHeap } from "./timer-heap.js";

/** A clock that moves only on command: a day passes as fast as its work can be done. */
export class VirtualClock implements Clock {
  #nowMs: number;
  #timersSet = 0;
  readonly #timers = new TimerHeap();

  /** @param startMs epoch milliseconds */
  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  epochMs(): number {
    return Math.floor(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): CancelTimer {
    this.#timersSet += 1;
    const dueMs = this.#nowMs + Math.max(0, delayMs);
    const timer = { dueMs, turn: this.#timersSet, callback, place: -1 };
    this.#timers.add(timer);
    return () => this.#timers.remove(timer);
  }

  /** Lets `ms` milliseconds pass; whatever is due meanwhile happens at its own time, in order. */
  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    while (this.runNext(endMs)) {
      // Each turn runs one timer.
    }
    this.moveTo(endMs);
  }

  /** Goes on to the first timer due by `endMs` (of equal ones the oldest) and runs it. False when there is none: time stands. */
  runNext(endMs: number): boolean {
    const timer = this.#timers.first;
    if (timer === undefined || timer.dueMs > endMs) {
      return false;
    }
    this.#timers.remove(timer);
    this.moveTo(timer.dueMs);
    timer.callback();
    return true;
  }

  /** Passes over what is due meanwhile. Time never goes back. */
  moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }
}
