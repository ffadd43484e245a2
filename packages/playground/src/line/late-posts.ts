/** Carries things out so much later, in the order in which they came, also while the delay changes. */
export class LatePosts {
  /** How late, in milliseconds. */
  delayMs = 0;
  #lastDueMs = 0;

  /** Acts after the delay. */
  add(act: () => void): void {
    const nowMs = performance.now();
    this.#lastDueMs = Math.max(this.#lastDueMs, nowMs + this.delayMs);
    setTimeout(act, this.#lastDueMs - nowMs);
  }
}
