import type { ExchangeState } from "@depthwire/exchange/internal";

/** A snapshot is due when what follows the last one takes this long to carry out again, in milliseconds. */
export const usualReplayMs = 150;

/** A venue of this size is written down in about ten milliseconds: see {@link sizeOf}. */
export const usualLargeVenue = 4_000;

/** What a user without orders, and a market, take to write down, in waiting orders. */
const ordersAUser = 5;
const ordersAMarket = 40;

/** About how much of a venue there is to write down, in waiting orders. */
export function sizeOf({ openOrders, plans, users, markets }: ExchangeState): number {
  return openOrders.size + plans.size + users.size * ordersAUser + markets.size * ordersAMarket;
}

/** A snapshot follows the last one after at least this many times the time that writing one takes. */
const minTimesWritten = 4;

/** The longest wait, as a multiple of what was asked for: a start must not take longer than a second, however long writing takes. */
const maxFactor = 4;

/** Reading a command back takes about this long beside carrying it out, in milliseconds. */
const readingMs = 0.003;

/**
 * When to take a snapshot: by time spent and not by number, since a tick of many markets costs a thousand times what an order
 * costs. It decides how long a start takes and nothing else: the state does not depend on it.
 */
export class SnapshotPolicy {
  readonly #replayMs: number;
  #spentMs = 0;
  #dueMs: number;

  /** @param replayMs see {@link usualReplayMs} */
  constructor(replayMs: number) {
    this.#replayMs = replayMs;
    this.#dueMs = replayMs;
  }

  /** Whether a snapshot should be taken now. */
  get isDue(): boolean {
    return this.#spentMs >= this.#dueMs;
  }

  /** Whether anything has happened since the last one. */
  get isWorthwhile(): boolean {
    return this.#spentMs > 0;
  }

  /** A command took so long, in milliseconds. */
  spend(ms: number): void {
    this.#spentMs += ms + readingMs;
  }

  /** A snapshot is being taken: what comes from now on is for the next one. */
  begin(): void {
    this.#spentMs = 0;
  }

  /** It took so long, in milliseconds. */
  took(ms: number): void {
    this.#dueMs = Math.min(this.#replayMs * maxFactor, Math.max(this.#replayMs, minTimesWritten * ms));
  }

  /** It could not be taken: the next one is due at once. */
  again(): void {
    this.#spentMs = this.#dueMs;
  }
}
