/** Two unknown levels within this time are not an accident. @spec field note 11 */
const windowMs = 60_000;

/** Tells an accident from a book that has lost something, by the rows whose price the book did not have. */
export class UnknownLevelGuard {
  #formerAtMs = Number.NEGATIVE_INFINITY;

  /** A new snapshot: nothing was unknown yet. */
  restart(): void {
    this.#formerAtMs = Number.NEGATIVE_INFINITY;
  }

  /**
   * Notes a message with `unknownLevels` such rows, at least one.
   *
   * @param nowMs monotonic milliseconds
   * @returns whether there were two of them within a minute
   */
  isTooMany(unknownLevels: number, nowMs: number): boolean {
    const formerAtMs = this.#formerAtMs;
    this.#formerAtMs = nowMs;
    return unknownLevels > 1 || nowMs - formerAtMs <= windowMs;
  }
}
