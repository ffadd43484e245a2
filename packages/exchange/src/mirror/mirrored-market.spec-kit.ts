import type { Command } from "../command/command.js";
import type { ExchangeEvent, Trade } from "../event/event.js";
import { Exchange } from "../exchange.js";
import type { Direction, Market } from "../market/market.js";
import { checkLaws } from "../spec-support/exchange-laws.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import type { MarketState } from "../state/exchange-state.js";
import { publicQuantity } from "./mirror-book.js";
import type { MirrorLevel, QueueRule } from "./mirror-command.js";

/** Who trades among the public. */
export const user = 1001;

export const bid: MirrorLevel = [400_000, 5000];
export const ask: MirrorLevel = [400_010, 5000];

export function tradesOf(events: readonly ExchangeEvent[]): readonly Trade[] {
  return events.filter((event): event is Trade => event.kind === "trade");
}

/** Price and quantity of what the user traded. */
export function fillsOf(events: readonly ExchangeEvent[]): readonly (readonly [number, number])[] {
  return tradesOf(events)
    .filter(({ makerAccount, takerAccount }) => makerAccount === user || takerAccount === user)
    .map(({ price, quantity }) => [price, quantity]);
}

/** A venue whose public book is told, and what the user got of each thing that happens. */
export class MirroredMarket {
  readonly exchange: Exchange;
  /** What happened last. */
  events: readonly ExchangeEvent[] = [];
  readonly #pair: string;
  readonly #queue: QueueRule | undefined;

  constructor(queue?: QueueRule, market: Market = linearMarket) {
    this.exchange = new Exchange({ seed: 1, markets: [market], source: "feed" });
    this.#pair = market.pair;
    this.#queue = queue;
    this.apply({ kind: "credit", account: user, coin: "USDT", amount: "100000000", purse: "contract" });
  }

  get state(): MarketState {
    return this.exchange.state.markets.get(this.#pair) as MarketState;
  }

  whole(bids: readonly MirrorLevel[], asks: readonly MirrorLevel[]): number {
    return this.#tell("whole", bids, asks);
  }

  change(bids: readonly MirrorLevel[], asks: readonly MirrorLevel[]): number {
    return this.#tell("change", bids, asks);
  }

  publicSells(quantity: number, price = bid[0]): number {
    return this.#trade("sell", quantity, price);
  }

  publicBuys(quantity: number, price = ask[0]): number {
    return this.#trade("buy", quantity, price);
  }

  buys(quantity: number, price: number): number {
    return this.#place("open-long", quantity, price);
  }

  sells(quantity: number, price: number): number {
    return this.#place("open-short", quantity, price);
  }

  /** What the public shows at a price. */
  shown(direction: Direction, price: number): number {
    return publicQuantity(this.state.book.side(direction).at(price));
  }

  apply(command: Command): number {
    this.events = this.exchange.apply(command, 2);
    checkLaws(this.exchange.state);
    return fillsOf(this.events).reduce((sum, [, quantity]) => sum + quantity, 0);
  }

  #tell(scope: "whole" | "change", bids: readonly MirrorLevel[], asks: readonly MirrorLevel[]): number {
    return this.apply({ kind: "mirror-depth", pair: this.#pair, scope, asks, bids, ...this.#rule });
  }

  #trade(takerDirection: Direction, quantity: number, price: number): number {
    return this.apply({ kind: "mirror-trade", pair: this.#pair, price, quantity, takerDirection, ...this.#rule });
  }

  #place(side: "open-long" | "open-short", quantity: number, price: number): number {
    return this.apply({ kind: "place-order", account: user, pair: this.#pair, side, type: "limit", quantity, price });
  }

  get #rule(): { readonly queue?: QueueRule } {
    return this.#queue === undefined ? {} : { queue: this.#queue };
  }
}
