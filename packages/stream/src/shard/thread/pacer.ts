/**
 * Bounds how often something is done, in any stretch of time: at most `perSecond` in a second, and a quarter of that at once.
 * (Virtual scheduling: each turn moves the time from which the next one is free.)
 */
export class Pacer {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  /** When the next turn would be free if none came early, monotonic milliseconds. */
  #freeAtMs = Number.NEGATIVE_INFINITY;

  /** @param perSecond above 0 */
  constructor(perSecond: number) {
    this.#intervalMs = 1_000 / perSecond;
    this.#burstMs = Math.max(0, 250 - this.#intervalMs);
  }

  /** Takes a turn. Returns how long to wait for it, in milliseconds; turns come in the order in which they are taken. */
  take(nowMs: number): number {
    const freeAtMs = Math.max(this.#freeAtMs, nowMs);
    this.#freeAtMs = freeAtMs + this.#intervalMs;
    return Math.max(0, freeAtMs - this.#burstMs - nowMs);
  }
}
