import { RefusedError } from "../server/answer.js";

/** How many may listen at once. Requests have places of their own. */
export class ListenerPlaces {
  readonly #max: number;
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws RefusedError 503 `too-many-connections` where all are taken */
  check(): void {
    if (this.#taken >= this.#max) {
      const message = `${this.#max} listen to /events already, which is the most: close some. Other requests are answered`;
      throw new RefusedError(503, "too-many-connections", message);
    }
  }

  /** Somebody listens until what he is told has ended. */
  async during(told: Promise<void>): Promise<void> {
    this.#taken++;
    try {
      await told;
    } finally {
      this.#taken--;
    }
  }
}
