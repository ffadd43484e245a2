import type { BookReason, BookStatus } from "@depthwire/book";
import { shardNames, shardOf } from "../plan/shard-plan.js";
import { ageMs, type Moment } from "../time/moment.js";
import type { BookNotLive } from "./instance-status.js";

interface KnownBook {
  readonly status: BookStatus;
  readonly reason: BookReason | undefined;
}

const unknownBook: KnownBook = { status: "syncing", reason: undefined };

/** What the engine's books are called, and how many are live in each shard. */
export class ShardBooks {
  /** By the place of the shard's name. */
  readonly live: number[] = shardNames.map(() => 0);
  readonly #books = new Map<string, KnownBook>();
  readonly #places = new Map<string, number>();
  readonly #now: () => Moment;
  /** When the number of live books changed last, by the place of the shard's name. */
  readonly #changedAt = new Map<number, Moment>();

  constructor(now: () => Moment) {
    this.#now = now;
  }

  /** What a book is called changed. */
  status(pair: string, status: BookStatus, reason: BookReason | undefined): void {
    const place = this.#placeOf(pair);
    const former = this.#books.get(pair)?.status === "live" ? 1 : 0;
    this.#books.set(pair, { status, reason });
    const change = (status === "live" ? 1 : 0) - former;
    if (change !== 0) {
      this.live[place] = (this.live[place] ?? 0) + change;
      this.#changedAt.set(place, this.#now());
    }
  }

  /** How many books of the shard are live. */
  liveOf(shard: string): number {
    return this.live[shardNames.indexOf(shard)] ?? 0;
  }

  /** How long as many books of the shard have been live, milliseconds; 0 where none ever was. */
  unchangedForMs(shard: string): number {
    const changedAt = this.#changedAt.get(shardNames.indexOf(shard));
    return changedAt === undefined ? 0 : ageMs(changedAt, this.#now());
  }

  /** Those of the pairs whose books are not live. */
  notLive(pairs: readonly string[]): BookNotLive[] {
    return pairs
      .map((pair) => ({ pair, ...(this.#books.get(pair) ?? unknownBook) }))
      .filter(({ status }) => status !== "live");
  }

  /** The shard of a pair costs 64 hashes: it is looked for once. */
  #placeOf(pair: string): number {
    let place = this.#places.get(pair);
    if (place === undefined) {
      place = shardNames.indexOf(shardOf(pair));
      this.#places.set(pair, place);
    }
    return place;
  }
}
