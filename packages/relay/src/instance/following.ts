import type { FollowedBook } from "./instance-options.js";

/** What a {@link Following} works with. */
export interface FollowingParts {
  readonly follow: ((pair: string) => FollowedBook) | undefined;
  /** The engine no longer follows the pair. */
  readonly left: (pair: string) => void;
  /** Looks for which a pair is followed on that nobody wants: instances that come and go cost no snapshots. */
  readonly lingerLooks: number;
}

/** What the engine of this instance follows. */
export class Following {
  readonly #parts: FollowingParts;
  readonly #followed = new Map<string, { readonly book: FollowedBook; unwantedLooks: number }>();

  constructor(parts: FollowingParts) {
    this.#parts = parts;
  }

  /** Follows these pairs from now on. */
  want(pairs: Iterable<string>): void {
    const { follow, left, lingerLooks } = this.#parts;
    if (follow === undefined) {
      return;
    }
    const wanted = new Set(pairs);
    for (const [pair, followed] of this.#followed) {
      followed.unwantedLooks = wanted.has(pair) ? 0 : followed.unwantedLooks + 1;
      if (followed.unwantedLooks > lingerLooks) {
        this.#followed.delete(pair);
        followed.book.close();
        left(pair);
      }
    }
    for (const pair of wanted) {
      if (!this.#followed.has(pair)) {
        this.#followed.set(pair, { book: follow(pair), unwantedLooks: 0 });
      }
    }
  }

  /** Follows nothing any more. */
  close(): void {
    for (const { book } of this.#followed.values()) {
      book.close();
    }
    this.#followed.clear();
  }
}
