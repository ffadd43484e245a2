/** Counts requests that are under way. A library's own `close` waits for them without end, and cannot be cut short. */
export class RunningRequests {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** A request begins. Returns what says, once, that it ended. */
  begin(): () => void {
    this.#count++;
    let hasEnded = false;
    return () => {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      this.#count--;
      if (this.#count === 0) {
        for (const resume of this.#waiting.splice(0)) {
          resume();
        }
      }
    };
  }

  /** Resolves when nothing is under way, at the latest after `withinMs`. */
  async finish(withinMs: number): Promise<void> {
    if (this.#count === 0) {
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      timer = setTimeout(resolve, withinMs);
    });
    clearTimeout(timer);
  }
}
