/** How the slots of a window are counted. Milliseconds. */
export interface SlotWindowOptions {
  /** Most requests that the venue may count together. */
  readonly limit: number;
  /** How long a slot stays used after its request was answered. */
  readonly windowMs: number;
  /** Slots that come free within this time count as kept ones, so that keeping some costs next to nothing. */
  readonly lendWithinMs: number;
}

/**
 * The slots of the venue's window. The venue counts a request when it arrives, and nobody here knows when that is: at the
 * earliest when it was sent, at the latest when it was answered. So a slot is held until the answer, and for a window after it.
 */
export class SlotWindow {
  readonly #options: SlotWindowOptions;
  #held = 0;
  /** When the requests ended whose slots are still used, oldest first; monotonic milliseconds. */
  #endedAtMs: number[] = [];

  constructor(options: SlotWindowOptions) {
    this.#options = options;
  }

  /** Requests without an answer. */
  get held(): number {
    return this.#held;
  }

  /** Slots that are free now. */
  free(nowMs: number): number {
    this.#forget(nowMs);
    return this.#options.limit - this.#held - this.#endedAtMs.length;
  }

  /** Whether a call may go out that has to leave `kept` slots to others. */
  isFree(kept: number, nowMs: number): boolean {
    const free = this.free(nowMs);
    return free > 0 && free + this.#returning(nowMs) > kept;
  }

  hold(): void {
    this.#held++;
  }

  /** The request was answered or cut off. */
  end(nowMs: number): void {
    this.#held--;
    this.#endedAtMs.push(nowMs);
  }

  /** The request was never sent: its slot is free again. */
  giveBack(): void {
    this.#held--;
  }

  /** How long until time alone changes what is free; undefined while every slot that is used waits for an answer. */
  changesInMs(nowMs: number): number | undefined {
    const { windowMs, lendWithinMs } = this.#options;
    // Oldest first: of each kind the first one to come is the next.
    const returns = this.#endedAtMs.find((endedAtMs) => endedAtMs + windowMs - lendWithinMs > nowMs);
    const ends = this.#endedAtMs.find((endedAtMs) => endedAtMs + windowMs > nowMs);
    if (ends === undefined) {
      return undefined;
    }
    const endsInMs = ends + windowMs - nowMs;
    return returns === undefined ? endsInMs : Math.min(endsInMs, returns + windowMs - lendWithinMs - nowMs);
  }

  /** Slots that come free soon. */
  #returning(nowMs: number): number {
    const { windowMs, lendWithinMs } = this.#options;
    return this.#endedAtMs.filter((endedAtMs) => endedAtMs + windowMs - lendWithinMs <= nowMs).length;
  }

  #forget(nowMs: number): void {
    const { windowMs } = this.#options;
    const firstKept = this.#endedAtMs.findIndex((endedAtMs) => endedAtMs + windowMs > nowMs);
    this.#endedAtMs = firstKept < 0 ? [] : this.#endedAtMs.slice(firstKept);
  }
}
