/** Requests of one key, or of one address without a key, in {@link windowMs}: note 27 allows 30, less what may arrive bunched. */
const mostInWindow = 24;
const windowMs = 5000;

/** Lets so many requests through as the venue allows, and has the others wait. */
export class Pace {
  readonly #sentAtMs: number[] = [];

  /** Resolves when the next request may go. */
  async turn(): Promise<void> {
    for (;;) {
      const now = performance.now();
      const oldest = this.#sentAtMs.at(-mostInWindow);
      if (oldest === undefined || now - oldest > windowMs) {
        this.#sentAtMs.push(now);
        this.#sentAtMs.splice(0, this.#sentAtMs.length - mostInWindow);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, windowMs - (now - oldest) + 1));
    }
  }
}
