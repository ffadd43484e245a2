/** Requests of one key, or of one address without a key, in {@link windowMs}: note 27. */
export const maxInWindow = 30;
const windowMs = 5000;

/** A window by the venue's clock may be a little longer by ours. */
const sparedMs = 100;

/** Lets so many requests through as the venue allows, and has the others wait. */
export class Pace {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param max so many in a window */
  constructor(max: number = maxInWindow) {
    this.#free = max;
  }

  /** Resolves when the next request may go. @returns what is to be called when it was answered: it counts until a window after that */
  async turn(): Promise<() => void> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return () => {
      setTimeout(() => this.#release(), windowMs + sparedMs).unref();
    };
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#free += 1;
    } else {
      next();
    }
  }
}
