import type { BookView } from "@depthwire/book";
import { type LinkStanding, type RelayLink, shardOf } from "@depthwire/relay";
import type { BookStream } from "@depthwire/stream";
import { type BookFacts, lagOf, sentenceOf } from "../../../books/book-facts.js";
import { FollowedBook } from "../../../books/followed-book.js";

/** One item of `relay follow --json`. */
export interface RelayedBookItem {
  /** When this was so, epoch milliseconds of this computer's clock: an outage lasts from one item to the next. */
  readonly atMs: number;
  readonly pair: string;
  readonly status: string;
  /** Why it is not live, as its name; undefined while it is. */
  readonly reason: string | undefined;
  /** The same as a sentence. */
  readonly why: string | undefined;
  /** Who owns the pair, as far as it was heard. */
  readonly owner: string | undefined;
  /** Its term; 0 before anybody was heard. */
  readonly term: number;
  readonly shard: string;
  readonly epoch: number;
  readonly seq: number;
  readonly bestBid: LevelItem | undefined;
  readonly bestAsk: LevelItem | undefined;
  readonly spread: string | undefined;
  /** While it is live: the state is at most so many milliseconds old. */
  readonly freshWithinMs: number | undefined;
  /** From the venue's time of the state to its receipt here, in milliseconds, by two clocks. */
  readonly lagMs: number | undefined;
  readonly updatedAtMs: number;
  readonly receivedAtMs: number;
}

/** A best price. */
export interface LevelItem {
  readonly price: string;
  readonly quantity: string;
}

/** Who owns a pair, and how old its book can be. */
type OwnerStanding = Pick<LinkStanding, "owner" | "term" | "freshWithinMs">;

/** A book as people read it, with what the relay says of it. */
export interface RelayedFacts extends BookFacts, OwnerStanding {}

const nobody: OwnerStanding = { owner: undefined, term: 0, freshWithinMs: undefined };

/** One pair that is followed over the relay. */
export class RelayedBook {
  readonly pair: string;
  readonly stream: BookStream;
  readonly #followed: FollowedBook;
  readonly #link: RelayLink;
  #standing: OwnerStanding = nobody;

  constructor(pair: string, stream: BookStream, link: RelayLink) {
    this.pair = pair;
    this.stream = stream;
    this.#followed = new FollowedBook(stream);
    this.#link = link;
  }

  /** The book now, its best prices alone. @param atMs of a clock that does not jump */
  facts(atMs: number): RelayedFacts {
    return { ...this.#followed.facts(1, atMs), ...this.standing() };
  }

  /** Who owns it, and how old it can be; what was known last, where it is followed no longer. */
  standing(): OwnerStanding {
    this.#standing = this.#link.standingOf(this.pair) ?? this.#standing;
    return this.#standing;
  }

  /** A view as plain data. */
  item(view: BookView): RelayedBookItem {
    const { pair, status, reason, epoch, seq, updatedAtMs, receivedAtMs } = view;
    const { owner, term, freshWithinMs } = this.standing();
    return {
      atMs: Date.now(),
      pair,
      status,
      reason,
      why: reason && sentenceOf(reason),
      owner,
      term,
      shard: shardOf(pair),
      epoch,
      seq,
      bestBid: view.bestBid && levelItem(view.bestBid),
      bestAsk: view.bestAsk && levelItem(view.bestAsk),
      spread: view.spread?.text,
      freshWithinMs: status === "live" && freshWithinMs !== undefined ? Math.ceil(freshWithinMs) : undefined,
      lagMs: epoch > 0 ? lagOf(view) : undefined,
      updatedAtMs,
      receivedAtMs,
    };
  }
}

function levelItem({ price, quantity }: LevelItem): LevelItem {
  return { price, quantity };
}
