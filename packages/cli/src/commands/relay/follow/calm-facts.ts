import type { RelayedBook, RelayedFacts } from "./relayed-book.js";

/** What a person reads on a drawn line stands for so long, in milliseconds. */
const standsForMs = 1_000;

/** Facts of a book as they are drawn: others once a second, at once where status, reason or owner changed. */
export class CalmFacts {
  readonly #book: Pick<RelayedBook, "facts">;
  #shown: RelayedFacts | undefined;
  #shownAtMs = Number.NEGATIVE_INFINITY;

  constructor(book: Pick<RelayedBook, "facts">) {
    this.#book = book;
  }

  /** What is drawn now. @param atMs of a clock that does not jump */
  facts(atMs: number): RelayedFacts {
    const present = this.#book.facts(atMs);
    if (this.#shown === undefined || !isSame(this.#shown, present) || atMs - this.#shownAtMs >= standsForMs) {
      this.#shown = present;
      this.#shownAtMs = atMs;
    }
    return this.#shown;
  }
}

function isSame(one: RelayedFacts, other: RelayedFacts): boolean {
  const { status, reason, owner, term } = other;
  return one.status === status && one.reason === reason && one.owner === owner && one.term === term;
}
