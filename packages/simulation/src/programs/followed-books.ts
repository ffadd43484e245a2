import type { BookView } from "@depthwire/book";
import type { Venue } from "@depthwire/client";
import type { Pair } from "@depthwire/schema";
import type { BookStream } from "@depthwire/stream";
import type { BookAudit } from "../audit/book-audit.js";
import { StateAudit } from "../audit/state-audit.js";
import type { BookReading } from "../cast.js";

/** What a program follows, and how. */
export interface FollowedBooksParts {
  readonly who: string;
  readonly venue: Venue;
  /** Each pair, and how its book is followed. */
  readonly pairs: readonly (readonly [pair: string, reading: BookReading])[];
  readonly audit: BookAudit;
}

/** The books that one life of a program follows. */
export class FollowedBooks {
  readonly #parts: FollowedBooksParts;
  /** Books that somebody reads where they stand. */
  readonly #read = new Map<string, BookStream>();
  /** What loops were given last. */
  readonly #given = new Map<string, BookView>();

  constructor(parts: FollowedBooksParts) {
    this.#parts = parts;
    for (const [pair, reading] of parts.pairs) {
      void (reading === "every-state" ? this.#takeStates(pair) : this.#takeViews(pair, reading));
    }
  }

  /** What keeps it from being live; empty when it is. */
  waitsFor(): readonly string[] {
    return this.#parts.pairs.flatMap(([pair]) => {
      const { status, reason } = this.newestOf(pair) ?? { status: "not shown", reason: undefined };
      return status === "live" ? [] : [`${pair} is ${status} (${reason ?? "sound"})`];
    });
  }

  /**
   * Somebody looks at what is shown now.
   *
   * @param runsForMs how long the program has been running without a pause
   */
  look(runsForMs: number): void {
    const { who, pairs, audit } = this.#parts;
    for (const [pair] of pairs) {
      for (const view of this.shownOf(pair)) {
        audit.standing(who, view, runsForMs);
      }
    }
  }

  /** The newest that it knows of a pair. */
  newestOf(pair: string): BookView | undefined {
    return this.#read.get(pair)?.latest ?? this.#given.get(pair);
  }

  /** What is shown of a pair now: what its loop was given last, and the newest. */
  shownOf(pair: string): readonly BookView[] {
    return [this.#given.get(pair), this.newestOf(pair)].filter((view) => view !== undefined);
  }

  async #takeViews(pair: string, reading: BookReading): Promise<void> {
    const { venue } = this.#parts;
    const book = venue.book(pair as Pair);
    if (reading === "read") {
      this.#read.set(pair, book);
    }
    for await (const view of book) {
      this.#take(pair, view);
    }
  }

  async #takeStates(pair: string): Promise<void> {
    const { venue, audit, who } = this.#parts;
    const states = new StateAudit(audit.findings, who);
    for await (const item of venue.book(pair as Pair, { every: true })) {
      states.told(item);
      if (item.kind === "state") {
        this.#take(pair, item.view);
      }
    }
  }

  #take(pair: string, view: BookView): void {
    this.#given.set(pair, view);
    this.#parts.audit.shown(this.#parts.who, view);
  }
}
