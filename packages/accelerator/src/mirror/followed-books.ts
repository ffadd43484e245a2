import type { BookView } from "@depthwire/book";
import type { Venue } from "@depthwire/client";
import type { BookStream } from "@depthwire/stream";
import { RefusedError } from "../server/answer.js";

/** Most pairs whose books are kept, or trades, or tickers. */
export const maxFollowedPairs = 200;

/** What a read of one more pair is refused with: what it began would never end. */
export function noRoomFor(pair: string): RefusedError {
  const message = `${maxFollowedPairs} pairs are followed, which is the most, and ${pair} is not among them: ask a documented path for it`;
  return new RefusedError(503, "too-many-pairs", message);
}

/** A book that is kept, and whether it was ever right. */
interface Followed {
  readonly stream: BookStream;
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  /** Named at the start: it is kept whatever the venue says of it. */
  readonly isNamed: boolean;
  /** Whether the next start keeps it too. */
  isKept: boolean;
  wasLive: boolean;
  /** Since it was live last the venue refused it. */
  isRefused: boolean;
  /** Called, and forgotten, at the next change. */
  readonly waiting: Set<() => void>;
  /** Whether a loop wakes those who wait. */
  isWatched: boolean;
}

/** A book that is not live. */
export interface MissingBook {
  readonly pair: string;
  readonly reason: string;
  readonly was: "live" | "never-live";
  /** Epoch milliseconds. */
  readonly sinceMs: number;
}

/** Pairs that are kept from the start. */
export interface FirstPairs {
  /** Those that were named. */
  readonly named: readonly string[];
  /** Those that somebody asked an earlier process for. */
  readonly found: readonly string[];
}

/** The books that the mirror keeps: those that were named, and those that somebody asked for, unless the venue refuses them. */
export class FollowedBooks {
  readonly #venue: Venue;
  readonly #followed = new Map<string, Followed>();
  readonly #nowMs: () => number;
  readonly #changed: (pairs: readonly string[]) => void;

  /** @param changed hears of all pairs that are worth keeping whenever that changes */
  constructor(
    venue: Venue,
    { named, found }: FirstPairs,
    {
      nowMs,
      changed = () => {},
    }: { readonly nowMs: () => number; readonly changed?: (pairs: readonly string[]) => void },
  ) {
    this.#venue = venue;
    this.#nowMs = nowMs;
    this.#changed = changed;
    for (const pair of named) {
      this.#add(pair, { isNamed: true, isKept: true });
    }
    for (const pair of found) {
      this.#add(pair, { isNamed: false, isKept: true });
    }
    this.#tell();
  }

  /** Pairs that are kept. */
  get pairs(): readonly string[] {
    return [...this.#followed.keys()];
  }

  /**
   * Keeps this pair's book from now on, where there is room, until the venue refuses it.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has
   */
  follow(pair: string): void {
    this.#add(pair, { isNamed: false, isKept: false });
  }

  /** Whether this pair's book is kept, or could be. */
  hasRoomFor(pair: string): boolean {
    return this.#followed.has(pair) || this.#followed.size < maxFollowedPairs;
  }

  /** Whether this pair's book is kept. */
  has(pair: string): boolean {
    return this.#followed.has(pair);
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

  /** Calls back once, at the next change of one of these books, and perhaps without one. Returns what ends it. */
  onNext(pairs: readonly string[], wake: () => void): () => void {
    const waited = pairs.flatMap((pair) => this.#followed.get(pair) ?? []);
    for (const followed of waited) {
      followed.waiting.add(wake);
      if (!followed.isWatched) {
        followed.isWatched = true;
        this.#wakeWaiting(followed).catch(() => {
          followed.isWatched = false;
        });
      }
    }
    return () => {
      for (const { waiting } of waited) {
        waiting.delete(wake);
      }
    };
  }

  /** Books that are not live. One that never was has been missing since it was asked for; any other since its last message. */
  missing(): readonly MissingBook[] {
    return this.statuses()
      .filter(({ status }) => status !== "live")
      .map(({ pair, status, reason = status, receivedAtMs }) => {
        const { sinceMs, wasLive } = this.#followed.get(pair) as Followed;
        return { pair, reason, ...(wasLive ? { was: "live", sinceMs: receivedAtMs } : { was: "never-live", sinceMs }) };
      });
  }

  /** How each pair's book stands; those apart that were not named and that the venue no longer has. */
  statuses(): readonly Pick<BookView, "pair" | "status" | "reason" | "receivedAtMs" | "updatedAtMs">[] {
    return [...this.#followed.values()].flatMap((followed) => {
      const { pair, status, reason, receivedAtMs, updatedAtMs } = followed.stream.latest;
      followed.wasLive ||= status === "live";
      followed.isRefused = status !== "live" && (followed.isRefused || reason === "subscription-refused");
      return followed.isRefused && !followed.isNamed ? [] : [{ pair, status, reason, receivedAtMs, updatedAtMs }];
    });
  }

  #add(pair: string, how: Pick<Followed, "isNamed" | "isKept">): void {
    if (!this.#followed.has(pair) && this.hasRoomFor(pair)) {
      const followed = {
        stream: this.#venue.book(pair),
        sinceMs: this.#nowMs(),
        ...how,
        wasLive: false,
        isRefused: false,
        waiting: new Set<() => void>(),
        isWatched: false,
      };
      this.#followed.set(pair, followed);
      // A venue that closes refuses nothing.
      void this.#watchBeginning(pair, followed).catch(() => {});
    }
  }

  /** A pair is worth keeping once its book was there; one that the venue refuses is followed by nobody. */
  async #watchBeginning(pair: string, followed: Followed): Promise<void> {
    for await (const { status, reason } of this.#venue.book(pair, { levels: 1 })) {
      if (status === "live") {
        followed.wasLive = true;
        this.#keep(followed);
        return;
      }
      if (reason === "subscription-refused" && !followed.isNamed && !followed.wasLive) {
        this.#followed.delete(pair);
        followed.stream.close();
        this.#tell();
        return;
      }
    }
  }

  /** Runs as long as a change finds somebody who waits for it: nobody pays for changes that nobody waits for. */
  async #wakeWaiting(followed: Followed): Promise<void> {
    for await (const _ of this.#venue.book(followed.stream.latest.pair, { levels: 1 })) {
      if (followed.waiting.size === 0) {
        followed.isWatched = false;
        return;
      }
      const woken = [...followed.waiting];
      followed.waiting.clear();
      for (const wake of woken) {
        wake();
      }
    }
    followed.isWatched = false;
  }

  #keep(followed: Followed): void {
    if (!followed.isKept) {
      followed.isKept = true;
      this.#tell();
    }
  }

  #tell(): void {
    this.#changed([...this.#followed].filter(([, { isKept }]) => isKept).map(([pair]) => pair));
  }
}
