/** Something that is to be written, and what is lost when it cannot be. */
export interface QueuedLine {
  write(): void;
}

/** What waits for a reader that is slower than the venue: bounded, and what is dropped is counted. */
export class LineQueue<Line extends QueuedLine> {
  readonly #limit: number;
  #lines: Line[] = [];
  #dropped = 0;
  #isClosed = false;
  #wake: (() => void) | undefined;
  #settled: (() => void)[] = [];
  #isWriting = false;

  /** @param limit most lines that wait */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a line at the end. Beyond the limit the older half goes. */
  push(line: Line): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#lines.length >= this.#limit) {
      const kept = this.#lines.slice(Math.ceil(this.#lines.length / 2));
      this.#dropped += this.#lines.length - kept.length;
      this.#lines = kept;
    }
    this.#lines.push(line);
    this.#wake?.();
  }

  /** Nothing more comes; what waits is still written. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** Settled when nothing waits. */
  async empty(): Promise<void> {
    if (this.#lines.length > 0 || this.#isWriting) {
      await new Promise<void>((resolve) => this.#settled.push(resolve));
    }
  }

  /**
   * Writes what comes, in order, until the queue is closed or there is enough.
   *
   * @param room settled when the output takes more
   * @param onDropped called with how many lines are missing before the next one
   * @param max most lines
   */
  async drain(room: () => Promise<void>, onDropped: (lines: number) => void, max: number): Promise<void> {
    for (let written = 0; written < max; ) {
      const line = this.#lines.shift();
      if (line !== undefined) {
        this.#isWriting = true;
        this.#tellDropped(onDropped);
        line.write();
        written++;
        await room();
        this.#isWriting = false;
      } else if (this.#isClosed) {
        break;
      } else {
        this.#release();
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    }
    this.#isClosed = true;
    this.#lines = [];
    this.#release();
  }

  #tellDropped(onDropped: (lines: number) => void): void {
    if (this.#dropped > 0) {
      onDropped(this.#dropped);
      this.#dropped = 0;
    }
  }

  #release(): void {
    for (const settled of this.#settled.splice(0)) {
      settled();
    }
  }
}
