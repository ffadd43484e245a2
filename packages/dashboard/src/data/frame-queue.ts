/** Messages that are kept while nothing is drawn: more are counted, not kept. */
const mostWaiting = 5_000;

/** Of these kinds only the newest counts. */
const conflated = /^\{"event":"(book|ticker|account|status)","data":(?:\{"pair":"([^"]+)")?/;

/**
 * Messages until the next frame. Of a view only the newest text is kept, and only that is parsed: however fast the market is, a frame
 * reads each state once.
 */
export class FrameQueue {
  readonly #drain: (texts: readonly string[], dropped: number) => void;
  readonly #schedule: (flush: () => void) => void;
  readonly #newest = new Map<string, string>();
  #others: string[] = [];
  #dropped = 0;
  #isScheduled = false;

  /**
   * @param schedule calls back with the next frame
   * @param drain is handed what came since, views last
   */
  constructor(schedule: (flush: () => void) => void, drain: (texts: readonly string[], dropped: number) => void) {
    this.#schedule = schedule;
    this.#drain = drain;
  }

  /** Takes a message. */
  push(text: string): void {
    const [, kind, pair] = conflated.exec(text.slice(0, 80)) ?? [];
    if (kind !== undefined) {
      this.#newest.set(`${kind} ${pair ?? ""}`, text);
    } else if (this.#others.length < mostWaiting) {
      this.#others.push(text);
    } else {
      this.#dropped++;
    }
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#schedule(() => this.#flush());
    }
  }

  #flush(): void {
    this.#isScheduled = false;
    const texts = [...this.#others, ...this.#newest.values()];
    const dropped = this.#dropped;
    this.#others = [];
    this.#newest.clear();
    this.#dropped = 0;
    this.#drain(texts, dropped);
  }
}
