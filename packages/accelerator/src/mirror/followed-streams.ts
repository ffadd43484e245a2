import type { Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import type { Deal } from "@depthwire/schema";
import type { TickerStream, TickerView } from "@depthwire/stream";
import { maxFollowedPairs, noRoomFor } from "./followed-books.js";
import { until } from "./wait.js";

/** Trades of one pair, oldest first. */
export interface RecentTrades {
  readonly deals: Deal[];
  /** How many there were since the pair is followed, whether they are kept or not. */
  count: number;
  status: string;
  receivedAtMs: number;
}

/** So many trades of a pair are kept. */
export const keptTrades = 1_000;

const noTrades: Readonly<RecentTrades> = { deals: [], count: 0, status: "disconnected", receivedAtMs: 0 };

/** Trades and tickers of the pairs that somebody asked for. */
export class FollowedStreams {
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #trades = new Map<string, RecentTrades>();
  readonly #tickers = new Map<string, TickerStream>();
  readonly #texts = new Map<string, { readonly state: string; readonly text: string }>();

  constructor(venue: Venue, clock: Clock) {
    this.#venue = venue;
    this.#clock = clock;
  }

  /**
   * Follows pairs before anybody asks, as many as there is room for.
   *
   * @throws ValidationError `value-invalid` for a name that no pair has
   */
  follow({ trades, tickers }: { readonly trades: readonly string[]; readonly tickers: readonly string[] }): void {
    for (const pair of trades) {
      this.recentTrades(pair);
    }
    for (const pair of tickers) {
      this.latestTicker(pair);
    }
  }

  /**
   * The latest trades of a pair, which is followed from now on.
   *
   * @param maxMs how long to wait for the first list, in milliseconds
   * @throws ValidationError `value-invalid` for a name that no pair has; RefusedError `too-many-pairs`
   */
  async trades(pair: string, maxMs: number): Promise<Readonly<RecentTrades>> {
    const known = this.recentTrades(pair);
    if (known === noTrades) {
      throw noRoomFor(pair);
    }
    await until(this.#clock, maxMs, () => known.status === "live");
    return known;
  }

  /** The 24-hour figures of a pair, which is followed from now on. @throws as {@link FollowedStreams.trades} */
  async ticker(pair: string, maxMs: number): Promise<TickerView> {
    const stream = this.#ticker(pair);
    if (stream === undefined) {
      throw noRoomFor(pair);
    }
    await until(this.#clock, maxMs, () => stream.latest.status === "live");
    return stream.latest;
  }

  /** The trades of a pair that is followed and in step; undefined elsewhere. */
  liveTrades(pair: string): Readonly<RecentTrades> | undefined {
    const known = this.#trades.get(pair);
    return known?.status === "live" ? known : undefined;
  }

  /** The 24-hour figures of a pair that is followed and in step; undefined elsewhere. */
  liveTicker(pair: string): TickerView | undefined {
    const view = this.#tickers.get(pair)?.latest;
    return view?.status === "live" ? view : undefined;
  }

  /** JSON of the latest trades of a pair, newest first: written once for each new trade. */
  tradesText(pair: string, limit: number): string {
    const { deals, count, status } = this.recentTrades(pair);
    const state = `${count} ${status} ${limit}`;
    const known = this.#texts.get(pair);
    if (known?.state === state) {
      return known.text;
    }
    const text = JSON.stringify({ pair, status, trades: deals.slice(-limit).reverse() });
    this.#texts.set(pair, { state, text });
    return text;
  }

  /** The same, as they are known right now; undefined where there is no room for another pair. */
  latestTicker(pair: string): TickerView | undefined {
    return this.#ticker(pair)?.latest;
  }

  /** The latest trades of a pair as they are known right now; it is followed from now on, where there is room. */
  recentTrades(pair: string): Readonly<RecentTrades> {
    const hasRoom = this.#trades.has(pair) || this.#trades.size < maxFollowedPairs;
    return hasRoom ? (this.#trades.get(pair) ?? this.#followTrades(pair)) : noTrades;
  }

  /** Undefined where there is no room for another pair. */
  #ticker(pair: string): TickerStream | undefined {
    const known = this.#tickers.get(pair);
    if (known !== undefined || this.#tickers.size >= maxFollowedPairs) {
      return known;
    }
    const stream = this.#venue.ticker(pair);
    this.#tickers.set(pair, stream);
    return stream;
  }

  #followTrades(pair: string): RecentTrades {
    const trades: RecentTrades = { deals: [], count: 0, status: "connecting", receivedAtMs: 0 };
    const items = this.#venue.deals(pair);
    this.#trades.set(pair, trades);
    const follow = async (): Promise<void> => {
      for await (const item of items) {
        if (item.kind === "deal") {
          trades.deals.push(item.deal);
          trades.count++;
          trades.deals.splice(0, trades.deals.length - keptTrades);
          trades.receivedAtMs = item.receivedAtMs;
        } else if (item.kind === "status") {
          trades.status = item.status;
        }
      }
    };
    void follow().catch(() => {
      trades.status = "disconnected";
    });
    return trades;
  }
}
