import { apply } from "./apply.js";
import { findPublished, type PublishedDepth } from "./book/depth-feed.js";
import { checkCommand } from "./command/check-command.js";
import type { Command } from "./command/command.js";
import type { ExchangeEvent } from "./event/event.js";
import type { Market } from "./market/market.js";
import { type DealView, dealsOf } from "./market-data/deals.js";
import { type KlineView, klinesOf, tagPriceKlinesOf } from "./market-data/klines.js";
import type { BarPeriod } from "./market-data/period.js";
import { type TickerView, tickerOf } from "./market-data/ticker.js";
import { createExchangeState } from "./state/create-state.js";
import type { ExchangeConfig, ExchangeState } from "./state/exchange-state.js";

/** Reading an exchange. */
export interface ExchangeView {
  /** All markets, in the order of the configuration. */
  readonly markets: readonly Market[];
  /** Nothing for an unknown pair. */
  market(pair: string): Market | undefined;
  /**
   * A published state of a market: the truth that a client's book is held against. The latest one without `seq`.
   *
   * @returns nothing for an unknown pair or a state that is not held (any more)
   */
  published(pair: string, seq?: number): PublishedDepth | undefined;
  /** The latest candles of a pair, oldest first, the current one last; none for an unknown pair. */
  klines(pair: string, period: BarPeriod, size: number): readonly KlineView[];
  /** The latest minutes of a contract's tag price, oldest first; none for a pair that is not a contract. */
  tagPriceKlines(pair: string, size: number): readonly KlineView[];
  /** The latest trades of a pair, newest first, at most 200; none for an unknown pair. */
  deals(pair: string, size: number): readonly DealView[];
  /** 24-hour figures and best quotes; nothing for an unknown pair. */
  ticker(pair: string): TickerView | undefined;
}

/** One exchange in memory: it has no clock, no port and no thread, and it moves only by {@link Exchange.apply}. */
export class Exchange implements ExchangeView {
  readonly markets: readonly Market[];
  #state: ExchangeState;

  /** @param state where it goes on; absent: it begins */
  constructor(config: ExchangeConfig, state: ExchangeState = createExchangeState(config)) {
    this.markets = [...state.markets.values()].map(({ market }) => market);
    this.#state = state;
  }

  /** The state behind the views. For reading: it changes by commands only. */
  get state(): ExchangeState {
    return this.#state;
  }

  /** Takes back what is not in an earlier state of the same exchange. */
  goBackTo(state: ExchangeState): void {
    this.#state = state;
  }

  /**
   * Changes the exchange by one command.
   *
   * @param at epoch milliseconds
   * @returns what happened, in order
   * @throws ValidationError `value-invalid` when the command holds what no state may hold; nothing has happened then
   */
  apply(command: Command, at: number): readonly ExchangeEvent[] {
    checkCommand(command, at);
    return apply(this.#state, command, at);
  }

  market(pair: string): Market | undefined {
    return this.#state.markets.get(pair)?.market;
  }

  published(pair: string, seq?: number): PublishedDepth | undefined {
    const depth = this.#state.markets.get(pair)?.depth;
    if (depth === undefined || depth.published === 0) {
      return undefined;
    }
    return seq === undefined || seq === depth.last.seq ? depth.last : findPublished(depth, seq);
  }

  klines(pair: string, period: BarPeriod, size: number): readonly KlineView[] {
    return klinesOf(this.#state, pair, period, size) ?? [];
  }

  tagPriceKlines(pair: string, size: number): readonly KlineView[] {
    return tagPriceKlinesOf(this.#state, pair, size) ?? [];
  }

  deals(pair: string, size: number): readonly DealView[] {
    return dealsOf(this.#state, pair, size) ?? [];
  }

  ticker(pair: string): TickerView | undefined {
    return tickerOf(this.#state, pair);
  }
}
