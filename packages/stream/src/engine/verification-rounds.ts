import type { BookVerdict } from "@depthwire/book";
import type { CancelTimer } from "@depthwire/core";
import type { BookEntry } from "./book-entry.js";
import { type VerifyPorts, verifyBook } from "./verify-book.js";

/** How often books are verified without being asked. Milliseconds. */
export interface VerificationOptions {
  /** Each live book's turn comes after so long; 0: never. A book whose baseline is unproven has its turn in any case. Default 60,000 under `monotonic`, else 0. */
  readonly everyMs: number;
  /** Between two requests, whatever the number of books. Default 500. */
  readonly pauseMs: number;
}

/** What verifications came to, as plain counts. */
export interface VerificationCounts {
  equal: number;
  different: number;
  inconclusive: number;
  /** The venue could not be asked. */
  failed: number;
}

/** What {@link VerificationRounds} are made of. */
export interface VerificationRoundsParts {
  readonly options: VerificationOptions;
  readonly ports: VerifyPorts;
  /** All books of the engine. */
  readonly entries: () => Iterable<BookEntry>;
  readonly count: (what: keyof VerificationCounts) => void;
  readonly onFailure: (entry: BookEntry, error: unknown) => void;
}

/**
 * Verifies all live books in turns, one request at a time. A book's turn comes every `everyMs`, or less often when the
 * pauses between the requests for all books take longer: that time bounds how long a loss can stay unseen that no sequence
 * number tells, such as that of the last update before silence.
 */
export class VerificationRounds {
  readonly #parts: VerificationRoundsParts;
  readonly #verifiedAtMs = new WeakMap<BookEntry, number>();
  readonly #closed = new AbortController();
  #cancelTimer: CancelTimer | undefined;

  constructor(parts: VerificationRoundsParts) {
    this.#parts = parts;
  }

  /** Begins, unless it goes on. There is a book now. */
  start(): void {
    if (this.#cancelTimer === undefined) {
      this.#waitForTurn();
    }
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#closed.abort();
  }

  #waitForTurn(): void {
    const { options, ports } = this.#parts;
    if (!this.#closed.signal.aborted) {
      this.#cancelTimer = ports.clock.after(options.pauseMs, () => void this.#turn());
    }
  }

  async #turn(): Promise<void> {
    const entry = this.#nextDue();
    if (entry !== undefined) {
      this.#verifiedAtMs.set(entry, this.#parts.ports.clock.monotonicMs());
      await this.#verify(entry);
    }
    this.#cancelTimer = undefined;
    // Without books nothing is waited for: a timer would keep a program alive that has closed all its streams.
    if (!this.#parts.entries()[Symbol.iterator]().next().done) {
      this.#waitForTurn();
    }
  }

  /** The book that is most overdue, if one is. The time runs from when it was first seen or last verified. */
  #nextDue(): BookEntry | undefined {
    const nowMs = this.#parts.ports.clock.monotonicMs();
    let due: BookEntry | undefined;
    let maxMs = 0;
    for (const entry of this.#parts.entries()) {
      const sinceMs = this.#verifiedAtMs.get(entry);
      if (sinceMs === undefined) {
        this.#meet(entry, nowMs);
      } else if (nowMs - sinceMs - this.#intervalMs(entry) >= maxMs) {
        maxMs = nowMs - sinceMs - this.#intervalMs(entry);
        due = entry;
      }
    }
    return due;
  }

  #meet(entry: BookEntry, nowMs: number): void {
    this.#verifiedAtMs.set(entry, nowMs);
    if (this.#parts.options.everyMs > 0) {
      entry.remember();
    }
  }

  #intervalMs({ view }: BookEntry): number {
    const { everyMs } = this.#parts.options;
    if (view.reason === "baseline-unproven") {
      return unprovenEveryMs;
    }
    return everyMs > 0 && view.status === "live" ? everyMs : Number.POSITIVE_INFINITY;
  }

  async #verify(entry: BookEntry): Promise<void> {
    const { ports, count, onFailure } = this.#parts;
    try {
      const { signal } = this.#closed;
      const verdict: BookVerdict = await verifyBook(entry, ports, { ...defaultRound, signal });
      count(verdict.kind);
    } catch (error) {
      if (!this.#closed.signal.aborted) {
        count("failed");
        onFailure(entry, error);
      }
    }
  }
}

/** A book that cannot be live before it is verified has its turn so often, in milliseconds. */
const unprovenEveryMs = 1_000;
const defaultRound = { size: 200, attempts: 3 } as const;
