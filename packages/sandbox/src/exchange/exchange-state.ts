import { type AgentsState, createAgents } from "./agents-state.js";
import { createDepthFeed, type DepthFeed } from "./depth-feed.js";
import { createIndexPrice, type IndexPrice } from "./index-price.js";
import type { Market } from "./market.js";
import { OrderBook, type RestingOrder } from "./order-book.js";

/** What changes about one market. */
export interface MarketState {
  readonly market: Market;
  readonly book: OrderBook;
  readonly index: IndexPrice;
  readonly agents: AgentsState;
  readonly depth: DepthFeed;
  /** Price of the latest trade at the price scale; the initial price before the first one. */
  lastPrice: number;
}

/** The whole exchange. Nobody but the reducer writes to it. */
export interface ExchangeState {
  readonly seed: number;
  /** Time of the latest command in epoch milliseconds. It never goes back. */
  now: number;
  /** How many ticks there were. */
  ticks: number;
  nextOrderId: number;
  nextTradeId: number;
  readonly markets: ReadonlyMap<string, MarketState>;
  /** Every waiting order of every market, by id. */
  readonly openOrders: Map<number, RestingOrder>;
}

/** What decides a new exchange, beside its commands. */
export interface ExchangeConfig {
  /** Any safe integer. The same seed and the same commands give the same exchange. */
  readonly seed: number;
  readonly markets: readonly Market[];
}

/** An exchange before its first command: empty books. */
export function createExchangeState(config: ExchangeConfig): ExchangeState {
  const markets = config.markets.map((market): [string, MarketState] => [
    market.pair,
    {
      market,
      book: new OrderBook(),
      index: createIndexPrice(market, config.seed),
      agents: createAgents(market, config.seed),
      depth: createDepthFeed(),
      lastPrice: market.initialPrice,
    },
  ]);
  return {
    seed: config.seed,
    now: 0,
    ticks: 0,
    nextOrderId: 1,
    nextTradeId: 1,
    markets: new Map(markets),
    openOrders: new Map(),
  };
}
