/** How many unlisted words of a peer are counted separately. */
const maxWords = 32;

/** What is beyond them counts under this. */
const others = "others";

/** Whether a word always has a count of its own; there are only so many of them. */
export type IsListedWord = (word: string) => boolean;

/** Counts by words that a peer says: it may say as many as it likes, and the counts stay small. */
export class BoundedCounts {
  readonly #isListed: IsListedWord;
  readonly #counts = new Map<string, number>();
  #unlisted = 0;

  constructor(isListed: IsListedWord = () => false) {
    this.#isListed = isListed;
  }

  add(word: string, count = 1): void {
    const key = this.#keyOf(word);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Adds what was counted elsewhere. */
  addAll(counts: Readonly<Record<string, number>>): void {
    for (const [word, count] of Object.entries(counts)) {
      this.add(word, count);
    }
  }

  /** The counts as plain data. */
  snapshot(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  #keyOf(word: string): string {
    if (word === others || this.#counts.has(word) || this.#isListed(word)) {
      return word;
    }
    if (this.#unlisted >= maxWords) {
      return others;
    }
    this.#unlisted++;
    return word;
  }
}
