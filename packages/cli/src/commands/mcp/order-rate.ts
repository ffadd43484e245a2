const minuteMs = 60_000;

/** How many orders were placed within the last minute. */
export class OrderRate {
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  #placedAtMs: readonly number[] = [];

  /** @param nowMs monotonic milliseconds */
  constructor(perMinute: number, nowMs: () => number) {
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
  }

  /** Takes a place for one more order. @returns milliseconds until there is one again; 0: it was taken */
  take(): number {
    const nowMs = this.#nowMs();
    this.#placedAtMs = this.#placedAtMs.filter((atMs) => nowMs - atMs < minuteMs);
    const [oldest] = this.#placedAtMs;
    if (this.#placedAtMs.length >= this.#perMinute && oldest !== undefined) {
      return Math.max(1, minuteMs - (nowMs - oldest));
    }
    this.#placedAtMs = [...this.#placedAtMs, nowMs];
    return 0;
  }

  /** Gives the place back that was taken last: nothing was placed. */
  giveBack(): void {
    this.#placedAtMs = this.#placedAtMs.slice(0, -1);
  }
}
