const msPerSecond = 1000;

/** How often something may happen: so often a second, and so often at once after a quiet second. */
export class Allowance {
  readonly #perSecond: number;
  #left: number;
  #countedAtMs: number;

  /**
   * @param perSecond 0: any number
   * @param nowMs milliseconds of a clock that does not go back
   */
  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
    this.#countedAtMs = nowMs;
  }

  /** Counts one, unless the share is used up: then it is not counted. */
  take(nowMs: number): boolean {
    if (this.#perSecond === 0) {
      return true;
    }
    const earned = ((nowMs - this.#countedAtMs) * this.#perSecond) / msPerSecond;
    this.#left = Math.min(this.#perSecond, this.#left + earned);
    this.#countedAtMs = nowMs;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}
