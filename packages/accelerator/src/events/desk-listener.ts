import { type DeskViews, statusEveryMs } from "./desk-views.js";
import type { EventItem } from "./event-item.js";

/** Which views a listener wants beside books. */
export interface DeskWanted {
  readonly views: ReadonlySet<DeskViewName>;
  readonly tickers: readonly string[];
  readonly trades: readonly string[];
}

/** Views of the whole. */
export const deskViewNames = ["account", "status"] as const;

/** One of {@link deskViewNames}. */
export type DeskViewName = (typeof deskViewNames)[number];

/** What one listener was told of the views, and what is due. Views carry no id: the newest wins. */
export class DeskListener {
  readonly #views: DeskViews;
  readonly #wanted: DeskWanted;
  readonly #told = new Map<string, string>();
  readonly #trades = new Map<string, number>();
  #statusAtMs = Number.NEGATIVE_INFINITY;

  constructor(views: DeskViews, wanted: DeskWanted) {
    this.#views = views;
    this.#wanted = wanted;
  }

  /** What is new. */
  *due(nowMs: number): Generator<EventItem> {
    const { views, tickers, trades } = this.#wanted;
    if (views.has("status") && nowMs - this.#statusAtMs >= statusEveryMs) {
      this.#statusAtMs = nowMs;
      yield { id: undefined, kind: "status", text: this.#views.statusText() };
    }
    if (views.has("account")) {
      yield* this.#changed("account", "account", this.#views.accountText());
    }
    for (const pair of tickers) {
      yield* this.#changed("ticker", `ticker ${pair}`, this.#views.tickerText(pair));
    }
    for (const pair of trades) {
      yield* this.#traded(pair);
    }
  }

  *#changed(kind: string, key: string, text: string | undefined): Generator<EventItem> {
    if (text !== undefined && this.#told.get(key) !== text) {
      this.#told.set(key, text);
      yield { id: undefined, kind, text };
    }
  }

  *#traded(pair: string): Generator<EventItem> {
    const before = this.#trades.get(pair);
    const { text, count } = this.#views.tradesAfter(pair, before);
    if (count !== (before ?? 0)) {
      this.#trades.set(pair, count);
      yield { id: undefined, kind: "trades", text };
    }
  }
}
