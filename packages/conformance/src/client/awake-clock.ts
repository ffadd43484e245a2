/**
 * Time as far as this process was there to see it pass.
 *
 * Where a machine is busy, or was asleep, this process comes late to look, and clients come late as well: so a look counts
 * for the time since the one before, but for no more than twice the time that was meant to lie between them. What a client
 * did not do while nobody could is not held against it.
 */
export class AwakeClock {
  readonly #mostMs: number;
  #awakeMs = 0;
  #lookedAtMs = performance.now();

  /** @param everyMs how often somebody means to look, in milliseconds */
  constructor(everyMs: number) {
    this.#mostMs = 2 * everyMs;
  }

  /** Looks at the clock. @returns milliseconds that it has counted */
  look(): number {
    const nowMs = performance.now();
    this.#awakeMs += Math.min(nowMs - this.#lookedAtMs, this.#mostMs);
    this.#lookedAtMs = nowMs;
    return this.#awakeMs;
  }
}
