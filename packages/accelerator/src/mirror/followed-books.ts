import type { BookView } from "@depthwire/book";
import type { Venue } from "@depthwire/client";
import type { BookStream } from "@depthwire/stream";

/** Most pairs whose books are kept. */
export const maxFollowedPairs = 200;

/** A book that is kept, and whether it was ever right. */
interface Followed {
  readonly stream: BookStream;
  wasLive: boolean;
}

/** The books that the mirror keeps: those that were named, and those that somebody asked for. */
export class FollowedBooks {
  readonly #venue: Venue;
  readonly #followed = new Map<string, Followed>();

  readonly #changed: (pairs: readonly string[]) => void;

  /** @param changed hears of all pairs whenever there is another one */
  constructor(venue: Venue, pairs: readonly string[], changed: (pairs: readonly string[]) => void = () => {}) {
    this.#venue = venue;
    this.#changed = changed;
    for (const pair of pairs) {
      this.follow(pair);
    }
  }

  /** Pairs that are kept. */
  get pairs(): readonly string[] {
    return [...this.#followed.keys()];
  }

  /**
   * Keeps this pair's book from now on, where there is room.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has
   */
  follow(pair: string): void {
    if (!this.#followed.has(pair) && this.#followed.size < maxFollowedPairs) {
      this.#followed.set(pair, { stream: this.#venue.book(pair), wasLive: false });
      this.#changed(this.pairs);
    }
  }

  /** The newest view of a pair that is kept, once it was live; undefined before. */
  view(pair: string): BookView | undefined {
    const followed = this.#followed.get(pair);
    if (followed === undefined) {
      return undefined;
    }
    const view = followed.stream.latest;
    followed.wasLive ||= view.status === "live";
    return followed.wasLive ? view : undefined;
  }

  /** How each pair's book stands. */
  statuses(): readonly Pick<BookView, "pair" | "status" | "reason" | "receivedAtMs" | "updatedAtMs">[] {
    return [...this.#followed.values()].map(({ stream }) => {
      const { pair, status, reason, receivedAtMs, updatedAtMs } = stream.latest;
      return { pair, status, reason, receivedAtMs, updatedAtMs };
    });
  }
}
