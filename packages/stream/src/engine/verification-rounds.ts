import type { CancelTimer } from "@depthwire/core";
import type { BookVerdict } from "../book/book-verdict.js";
import type { BookEntry } from "./book-entry.js";
import { type VerifyPorts, verifyBook } from "./verify-book.js";

/** How often books are verified without being asked. Milliseconds. */
export interface VerificationOptions {
  /** Each live book's turn comes after so long; 0: never. Default 60,000 under `monotonic`, else 0. */
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

  /** Begins, unless it has begun or the options say never. */
  start(): void {
    if (this.#parts.options.everyMs > 0 && this.#cancelTimer === undefined) {
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
      this.#cancelTimer = ports.clock.after(Math.min(options.pauseMs, options.everyMs), () => void this.#turn());
    }
  }

  async #turn(): Promise<void> {
    const entry = this.#nextDue();
    if (entry !== undefined) {
      this.#verifiedAtMs.set(entry, this.#parts.ports.clock.monotonicMs());
      await this.#verify(entry);
    }
    this.#waitForTurn();
  }

  /** The book that has waited longest, if its time has come. A book's first turn comes `everyMs` after it was first seen. */
  #nextDue(): BookEntry | undefined {
    const nowMs = this.#parts.ports.clock.monotonicMs();
    let due: BookEntry | undefined;
    let longestMs = this.#parts.options.everyMs;
    for (const entry of this.#parts.entries()) {
      const formerMs = this.#verifiedAtMs.get(entry);
      if (formerMs === undefined) {
        this.#verifiedAtMs.set(entry, nowMs);
        entry.remember();
      } else if (entry.view.status === "live" && nowMs - formerMs >= longestMs) {
        longestMs = nowMs - formerMs;
        due = entry;
      }
    }
    return due;
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

const defaultRound = { size: 200, attempts: 3 } as const;
