import type { Account, Venue } from "@depthwire/client";
import type { Clock } from "@depthwire/core";
import type { DataStore } from "../data/data-store.js";
import type { Mirror } from "../dropin/mirror-reads.js";
import type { FollowedStreams } from "../mirror/followed-streams.js";
import { isOpen } from "../mirror/own-writes.js";
import type { OutcomeFence } from "../orders/outcome-fence.js";
import { notReady } from "../short/health.js";
import type { ShortParts } from "../short/short-parts.js";

/** What the views are made of. */
export interface DeskParts {
  readonly venue: Venue;
  readonly account: Account | undefined;
  readonly mirror: Mirror;
  readonly streams: FollowedStreams;
  readonly fence: OutcomeFence | undefined;
  readonly store: DataStore | undefined;
  readonly clock: Clock;
  readonly access: string;
  readonly replay: ShortParts["replay"];
}

/** The status is told so often, in milliseconds: a listener who hears nothing for three times as long knows that the line is dead. */
export const statusEveryMs = 250;

/** Finished orders that the account's view holds. */
const shownFinished = 50;

/** Trades with which a listener begins. */
const firstTrades = 100;

/** States that whoever sits in front of a page wants whole: each is written once, however many listen. */
export class DeskViews {
  readonly #parts: DeskParts;
  readonly #tickers = new Map<string, { readonly state: string; readonly text: string }>();
  #account: { readonly state: object; readonly freshness: string; readonly text: string } | undefined;
  #status: { readonly atMs: number; readonly text: string } | undefined;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Positions, orders, plan orders and assets, and how far they can be relied upon; undefined without a key. */
  accountText(): string | undefined {
    const { account } = this.#parts.mirror;
    if (account === undefined) {
      return undefined;
    }
    const { state } = account;
    const { kind, ...freshness } = account.freshness;
    const key = kind === "fresh" ? kind : `${kind} ${JSON.stringify({ ...freshness, ageMs: 0 })}`;
    if (this.#account?.state !== state || this.#account.freshness !== key) {
      const sides = [...state.positions.values()].flatMap(({ long, short }) => [long, short]);
      const orders = [...state.orders.values()];
      const text = JSON.stringify({
        freshness: account.freshness,
        assets: [...state.assets.values()],
        positions: sides.filter((position) => position !== undefined),
        orders: orders.filter(({ status }) => isOpen(status)),
        finished: orders
          .filter(({ status }) => !isOpen(status))
          .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
          .slice(0, shownFinished),
        planOrders: [...state.planOrders.values()],
      });
      this.#account = { state, freshness: key, text };
    }
    return this.#account.text;
  }

  /** How everything is. It always differs from the one before: its time goes on. */
  statusText(): string {
    const { clock } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (this.#status === undefined || nowMs - this.#status.atMs >= statusEveryMs) {
      this.#status = { atMs: nowMs, text: JSON.stringify(this.#statusNow()) };
    }
    return this.#status.text;
  }

  /** The 24-hour figures of a pair, which is followed from now on where there is room; undefined where there is none. */
  tickerText(pair: string): string | undefined {
    const view = this.#parts.streams.latestTicker(pair);
    if (view === undefined) {
      return undefined;
    }
    const { status, ticker, receivedAtMs } = view;
    const state = `${status} ${receivedAtMs} ${ticker?.lastPrice}`;
    const known = this.#tickers.get(pair);
    if (known?.state === state) {
      return known.text;
    }
    const text = JSON.stringify({ pair, status, receivedAtMs, ...ticker });
    this.#tickers.set(pair, { state, text });
    return text;
  }

  /**
   * Trades of a pair since a listener was told, oldest first.
   *
   * @param known how many trades there had been then; undefined: he begins
   */
  tradesAfter(pair: string, known: number | undefined): { readonly text: string; readonly count: number } {
    const { deals, status, count } = this.#parts.streams.recentTrades(pair);
    const fresh = known === undefined ? Math.min(count, firstTrades) : count - known;
    const trades = fresh === 0 ? [] : deals.slice(-fresh);
    return { count, text: JSON.stringify({ pair, status, missed: fresh - trades.length, trades }) };
  }

  #statusNow(): object {
    const { venue, account, mirror, clock, access, fence, replay } = this.#parts;
    const halt = account?.trader.halted;
    const { frames, gaps, resyncs, reconnects } = venue.statistics();
    return {
      atMs: clock.epochMs(),
      access,
      hasKey: account !== undefined,
      account: mirror.account?.freshness,
      halt: halt && { reason: halt.reason, sinceMs: halt.sinceMs, scope: halt.scope, isReached: halt.isReached },
      notReady: notReady(this.#parts),
      replay: replay?.(),
      unknownOutcomes: fence?.state.unknown ?? [],
      books: mirror.books.statuses(),
      throttle: (account?.rest ?? venue.rest).throttleStatistics().signedCalls,
      statistics: { frames, gaps, resyncs, reconnects },
    };
  }
}
