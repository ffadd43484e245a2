import type { Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import type { Deal } from "@depthwire/schema";
import type { TickerStream, TickerView } from "@depthwire/stream";
import { maxFollowedPairs } from "./followed-books.js";
import { pause } from "./wait.js";

/** Trades of one pair, oldest first. */
interface RecentTrades {
  readonly deals: Deal[];
  status: string;
  receivedAtMs: number;
}

/** So many trades of a pair are kept. */
export const keptTrades = 1_000;

/** How often a reader looks whether the first message has come, in milliseconds. */
const lookEveryMs = 10;

/** Trades and tickers of the pairs that somebody asked for. */
export class FollowedStreams {
  readonly #venue: Venue;
  readonly #clock: Clock;
  readonly #trades = new Map<string, RecentTrades>();
  readonly #tickers = new Map<string, TickerStream>();

  constructor(venue: Venue, clock: Clock) {
    this.#venue = venue;
    this.#clock = clock;
  }

  /**
   * The latest trades of a pair, which is followed from now on.
   *
   * @param mostMs how long to wait for the first list, in milliseconds
   * @throws ValidationError `value-invalid` for a name that no pair has
   */
  async trades(pair: string, mostMs: number): Promise<Readonly<RecentTrades>> {
    const known = this.#trades.get(pair) ?? this.#followTrades(pair);
    await this.#until(mostMs, () => known.status === "live");
    return known;
  }

  /** The 24-hour figures of a pair, which is followed from now on. @throws as {@link FollowedStreams.trades} */
  async ticker(pair: string, mostMs: number): Promise<TickerView> {
    const stream = this.#tickers.get(pair) ?? this.#venue.ticker(pair);
    if (this.#tickers.size < maxFollowedPairs) {
      this.#tickers.set(pair, stream);
    }
    await this.#until(mostMs, () => stream.latest.status === "live");
    return stream.latest;
  }

  #followTrades(pair: string): RecentTrades {
    const trades: RecentTrades = { deals: [], status: "connecting", receivedAtMs: 0 };
    const items = this.#venue.deals(pair);
    if (this.#trades.size < maxFollowedPairs) {
      this.#trades.set(pair, trades);
    }
    const follow = async (): Promise<void> => {
      for await (const item of items) {
        if (item.kind === "deal") {
          trades.deals.push(item.deal);
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

  async #until(mostMs: number, isDone: () => boolean): Promise<void> {
    const untilMs = this.#clock.monotonicMs() + mostMs;
    while (!isDone() && this.#clock.monotonicMs() < untilMs) {
      await pause(this.#clock, lookEveryMs);
    }
  }
}
