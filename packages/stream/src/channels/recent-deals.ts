import { trimDecimal } from "@depthwire/core/internal";
import type { Deal } from "@depthwire/schema";

/** Result of comparing a list of the latest trades with the known ones. */
export interface ListComparison {
  /** Those that were not known, oldest first. Of another past none is older than what was told. */
  readonly fresh: readonly Deal[];
  /** Whether the list reaches back to what was known, so that nothing is missing between. */
  readonly overlaps: boolean;
}

/** How many trades are remembered at least, and at most. A longer list of the venue's is remembered whole, up to the latter. */
const minRemembered = 100;
const maxRemembered = 1_000;

/**
 * The latest trades of a pair. Rows of protocol A carry no id, so trades are distinguished by price, quantity, side and
 * time; equal trades are counted, as many as a list has.
 *
 * @spec document 1, Events, Protocol A; field note 15
 */
export class RecentDeals {
  /** Oldest first. */
  #deals: Deal[] = [];
  #room = minRemembered;
  /** Time of the newest that is forgotten: of its millisecond none is remembered. */
  #forgottenMs = Number.NEGATIVE_INFINITY;
  /** How many of each trade were told that the last list did not have yet: where it came another way, they may come again behind it. */
  readonly #ahead = new Map<string, number>();
  #aheadMs = Number.NEGATIVE_INFINITY;

  /** Oldest first. */
  get all(): readonly Deal[] {
    return this.#deals;
  }

  /** Those of the trades, oldest first, that were not told before a list that did not have them yet. */
  unrepeated(deals: readonly Deal[]): readonly Deal[] {
    if (this.#ahead.size === 0) {
      return deals;
    }
    const kept = deals.filter((deal) => {
      const left = this.#ahead.get(keyOf(deal)) ?? 0;
      this.#ahead.set(keyOf(deal), Math.max(0, left - 1));
      return left === 0;
    });
    if ((deals.at(-1)?.tradedAtMs ?? 0) > this.#aheadMs) {
      this.#ahead.clear();
    }
    return kept;
  }

  /** Remembers trades, oldest first. */
  add(deals: readonly Deal[]): void {
    this.#deals.push(...deals);
    if (this.#deals.length > 2 * this.#room) {
      const forgottenMs = this.#deals.at(-this.#room - 1)?.tradedAtMs ?? this.#forgottenMs;
      this.#forgottenMs = forgottenMs;
      this.#deals = this.#deals.filter(({ tradedAtMs }) => tradedAtMs > forgottenMs);
    }
  }

  /** A hole ends with the trades of this time: trades in it are no longer looked for. */
  beginAt(atMs: number): void {
    this.#deals = this.#deals.filter(({ tradedAtMs }) => tradedAtMs >= atMs);
  }

  /** Looks for what is new in a whole list of the venue's, oldest first, and remembers it. */
  takeList(list: readonly Deal[]): ListComparison {
    this.#room = Math.min(maxRemembered, Math.max(this.#room, list.length));
    const oldest = this.#deals[0];
    const newest = this.#deals.at(-1);
    const first = list[0];
    const past = this.#compare(list);
    if (past === "another" && newest !== undefined) {
      return this.#beginAnew(list, newest.tradedAtMs);
    }
    const fresh = oldest === undefined ? list : this.#unknownOf(list, oldest.tradedAtMs);
    this.#findAhead(list);
    // Only a list that begins before the newest has all trades of that millisecond: one of several equal trades proves nothing.
    const overlaps =
      first === undefined || newest === undefined
        ? first === newest
        : past === "same" && first.tradedAtMs < newest.tradedAtMs;
    if (!overlaps && first !== undefined) {
      this.beginAt(first.tradedAtMs);
    }
    this.add(fresh);
    return { fresh, overlaps };
  }

  /**
   * A list has every trade from within its time. One that lacks a known one tells of another past: the venue lost its own, say, or it is another venue.
   *
   * @returns `unproven` where it has none of the known ones, and need not have any
   */
  #compare(list: readonly Deal[]): "same" | "another" | "unproven" {
    const [firstMs = 0, lastMs = 0] = [list[0]?.tradedAtMs, list.at(-1)?.tradedAtMs];
    const listed = countsOf(list);
    let past: "same" | "unproven" = "unproven";
    for (const deal of this.#deals) {
      const left = listed.get(keyOf(deal)) ?? 0;
      if (left > 0) {
        listed.set(keyOf(deal), left - 1);
        past = "same";
      } else if (deal.tradedAtMs > firstMs && deal.tradedAtMs < lastMs) {
        return "another";
      }
    }
    return past;
  }

  /** The list is of another past: what was known is forgotten, and of the list nothing counts as new that is older than that. */
  #beginAnew(list: readonly Deal[], newestMs: number): ListComparison {
    this.#deals = [...list];
    this.#forgottenMs = Number.NEGATIVE_INFINITY;
    this.#ahead.clear();
    return { fresh: list.filter(({ tradedAtMs }) => tradedAtMs >= newestMs), overlaps: false };
  }

  #findAhead(list: readonly Deal[]): void {
    this.#ahead.clear();
    this.#aheadMs = this.#deals.at(-1)?.tradedAtMs ?? Number.NEGATIVE_INFINITY;
    const newestMs = list.at(-1)?.tradedAtMs ?? Number.POSITIVE_INFINITY;
    for (const deal of this.#deals) {
      if (deal.tradedAtMs >= newestMs) {
        this.#ahead.set(keyOf(deal), (this.#ahead.get(keyOf(deal)) ?? 0) + 1);
      }
    }
    for (const deal of list) {
      const key = keyOf(deal);
      const left = (this.#ahead.get(key) ?? 0) - 1;
      if (left > 0) {
        this.#ahead.set(key, left);
      } else {
        this.#ahead.delete(key);
      }
    }
  }

  /** Older ones than all that are remembered were told long ago, or before the beginning. */
  #unknownOf(list: readonly Deal[], oldestMs: number): readonly Deal[] {
    const known = countsOf(this.#deals);
    return list.filter((deal) => {
      const left = known.get(keyOf(deal)) ?? 0;
      known.set(keyOf(deal), left - 1);
      return left <= 0 && deal.tradedAtMs >= oldestMs && deal.tradedAtMs > this.#forgottenMs;
    });
  }
}

function countsOf(deals: readonly Deal[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const deal of deals) {
    counts.set(keyOf(deal), (counts.get(keyOf(deal)) ?? 0) + 1);
  }
  return counts;
}

/** One list writes `48099.9` where another writes `48099.90`. */
function keyOf({ price, quantity, side, tradedAtMs }: Deal): string {
  return `${trimDecimal(price)} ${trimDecimal(quantity)} ${side} ${tradedAtMs}`;
}
