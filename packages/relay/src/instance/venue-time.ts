import type { CancelTimer, Clock } from "@depthwire/core";
import { maxAheadMs } from "../trust/term-bound.js";

/** What a {@link VenueTime} works with. */
export interface VenueTimeParts {
  readonly clock: Clock;
  /** Asks the venue, epoch milliseconds. */
  readonly ask: () => Promise<number>;
  readonly failed: (error: unknown) => void;
}

/** The venue's clock and this one drift apart: the venue is asked again. */
const askEveryMs = 60_000;
const retryMs = 1_000;

/** The venue's time as far as terms need it: asked now and then, and counted on by the monotonic clock. */
export class VenueTime {
  readonly #parts: VenueTimeParts;
  #known: { readonly venueMs: number; readonly atMs: number } | undefined;
  #cancel: CancelTimer = () => undefined;
  #isEnded = false;

  constructor(parts: VenueTimeParts) {
    this.#parts = parts;
  }

  /** Epoch milliseconds; undefined before the venue answered. */
  get nowMs(): number | undefined {
    return this.#known && this.#known.venueMs + this.#parts.clock.monotonicMs() - this.#known.atMs;
  }

  /** Whether an owner may speak under this term by now. No before the venue answered: who speaks then is heard again. */
  mayBeTerm(term: number): boolean {
    return this.nowMs !== undefined && term <= this.nowMs + maxAheadMs;
  }

  start(): void {
    void this.#ask();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    const { clock, ask, failed } = this.#parts;
    let nextMs = askEveryMs;
    try {
      const venueMs = await ask();
      this.#known = { venueMs, atMs: clock.monotonicMs() };
    } catch (error) {
      nextMs = retryMs;
      if (!this.#isEnded) {
        failed(error);
      }
    }
    if (!this.#isEnded) {
      this.#cancel = clock.after(nextMs, () => void this.#ask());
    }
  }
}
