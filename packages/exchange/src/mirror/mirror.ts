import { type IncomingOrder, tradeWith } from "../book/matcher.js";
import { type BookSide, ordersOf, type PriceLevel, type RestingOrder } from "../book/order-book.js";
import { moveTagPrice } from "../contract/tag-price.js";
import type { Trade } from "../event/event.js";
import { type Direction, opposite } from "../market/market.js";
import { noteTrade } from "../market-data/market-data.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { isPublic, publicMiddle, publicQuantity, reduce, setPublic } from "./mirror-book.js";
import type { MirrorDepth, MirrorLevel, MirrorTrade, QueueRule } from "./mirror-command.js";
import { sightOf } from "./sight.js";
import { forgetInSight, hiddenPrices, hiddenQuantity, noteTraded, publicAccounts } from "./taken.js";

/** Whole units only: what is less cannot be traded here. */
function wholeUnits({ market }: MarketState, quantity: number): number {
  return Math.floor(quantity / market.contractUnit) * market.contractUnit;
}

function isSound([price, quantity]: MirrorLevel): boolean {
  return price > 0 && quantity >= 0;
}

/** Where the public has something, or users took it, and a message about the whole side says nothing: it is gone. */
function goneOf(market: MarketState, side: BookSide, told: readonly MirrorLevel[]): readonly MirrorLevel[] {
  const known = [...side.levels().map(({ price }) => price), ...hiddenPrices(market, side.direction)];
  return unsaid(known, told).map((price) => [price, 0]);
}

/** What a change does not name is as it was told, whatever was traded there. */
function staysOf(market: MarketState, side: BookSide, told: readonly MirrorLevel[]): readonly MirrorLevel[] {
  const { direction } = side;
  return unsaid(hiddenPrices(market, direction), told).map((price) => [
    price,
    publicQuantity(side.at(price)) + hiddenQuantity(market, direction, price),
  ]);
}

/** Each price once of which a message says nothing. */
function unsaid(prices: readonly number[], told: readonly MirrorLevel[]): readonly number[] {
  const said = new Set(told.map(([price]) => price));
  return [...new Set(prices)].filter((price) => !said.has(price));
}

/** What a message says of one side: the quantity at every price that changes. */
function targetsOf(market: MarketState, side: BookSide, levels: readonly MirrorLevel[], scope: string): MirrorLevel[] {
  const told = levels.filter(isSound).map(([price, quantity]): MirrorLevel => [price, wholeUnits(market, quantity)]);
  const others = scope === "whole" ? goneOf(market, side, told) : staysOf(market, side, told);
  return [...others, ...told];
}

/** The index of a market that is told from outside is the middle of the public book: no user moves it. */
function followPublic({ state, events }: Turn, market: MarketState): void {
  const middle = publicMiddle(market);
  if (middle === undefined) {
    return;
  }
  market.index.micros = middle;
  moveTagPrice(market, state, events);
}

/** The public book is as told. Users' orders keep their places in it. */
export function mirrorDepth(turn: Turn, command: MirrorDepth): void {
  const { state } = turn;
  const market = state.source === "feed" ? state.markets.get(command.pair) : undefined;
  if (market === undefined) {
    return;
  }
  const asks = targetsOf(market, market.book.asks, command.asks, command.scope);
  const bids = targetsOf(market, market.book.bids, command.bids, command.scope);
  const { queue = "behind-all" } = command;
  const sight = { sell: sightOf(market, "sell"), buy: sightOf(market, "buy") };
  const passed = market.tradedThrough;
  delete market.tradedAt;
  delete market.tradedThrough;
  const setLevel = (direction: Direction, [price, quantity]: MirrorLevel): void => {
    const isInLine = sight[direction](price) && passed?.[direction].has(price) !== true;
    const place = isInLine ? "last" : "first";
    setPublic(turn, market, { direction, price, quantity, place }, queue);
  };
  for (const level of asks) {
    setLevel("sell", level);
  }
  for (const level of bids) {
    setLevel("buy", level);
  }
  forgetInSight(market, "sell", sightOf(market, "sell"));
  forgetInSight(market, "buy", sightOf(market, "buy"));
  followPublic(turn, market);
}

/** A trade in which no user had a part: market data and triggers know of it, money does not. */
function printTrade({ state, events }: Turn, market: MarketState, command: MirrorTrade, quantity: number): void {
  const { pair, price, takerDirection } = command;
  const trade: Trade = {
    kind: "trade",
    tradeId: state.nextTradeId++,
    pair,
    price,
    quantity,
    takerDirection,
    takerOrderId: 0,
    takerAccount: publicAccounts.taker,
    makerOrderId: 0,
    makerAccount: publicAccounts.maker,
    tradedAtMs: state.now,
  };
  events.push(trade);
  market.lastPrice = price;
  noteTrade(market.data, trade);
  state.traded.add(market);
}

/** One trade of the public as it works its way through users' waiting orders. */
class PublicTrade {
  readonly #turn: Turn;
  readonly #market: MarketState;
  readonly #direction: Direction;
  readonly #queue: QueueRule;
  /** What has not found anybody yet, and what no user had a part in. */
  remaining: number;
  printed = 0;

  constructor(turn: Turn, market: MarketState, { takerDirection, quantity, queue = "behind-all" }: MirrorTrade) {
    this.#turn = turn;
    this.#market = market;
    this.#direction = takerDirection;
    this.#queue = queue;
    this.remaining = quantity;
  }

  /** Users who wait at a better price than the trade's would have been served first, and so would the public: it is gone, as far as anybody knows. */
  through(level: PriceLevel): void {
    for (const order of ordersOf(level)) {
      if (isPublic(order)) {
        this.#hide("tradedThrough", order, order.remaining);
      } else {
        this.#fill(level, order);
      }
    }
  }

  /** At the trade's own price everybody waits his turn. What the public had is used up. */
  at(level: PriceLevel): void {
    for (const order of this.#lineAt(level)) {
      if (this.remaining <= 0) {
        return;
      }
      if (!isPublic(order)) {
        this.#fill(level, order);
        continue;
      }
      const served = Math.min(order.remaining, this.remaining);
      this.remaining -= served;
      this.printed += served;
      this.#hide("tradedAt", order, served);
    }
  }

  /** The next message about the book says what is really left of it. */
  #hide(where: "tradedAt" | "tradedThrough", order: RestingOrder, quantity: number): void {
    const { direction, price } = order;
    reduce(this.#turn.state, this.#market.book.side(direction), order, quantity);
    noteTraded(this.#market, where, { direction, price, quantity });
  }

  #lineAt(level: PriceLevel): readonly RestingOrder[] {
    const orders = ordersOf(level);
    if (this.#queue !== "front") {
      return orders;
    }
    return [...orders.filter((order) => !isPublic(order)), ...orders.filter(isPublic)];
  }

  #fill(level: PriceLevel, order: RestingOrder): void {
    if (this.#turn.state.openOrders.get(order.id) !== order) {
      // A fill of this trade before it cost its owner so much that it was cancelled.
      return;
    }
    const quantity = wholeUnits(this.#market, Math.min(this.remaining, order.remaining));
    if (quantity <= 0) {
      return;
    }
    const id = this.#turn.state.nextOrderId++;
    const incoming: IncomingOrder = {
      id,
      account: publicAccounts.taker,
      direction: this.#direction,
      limit: level.price,
      quantity,
      order: undefined,
    };
    this.remaining -= tradeWith(this.#turn, this.#market, incoming, { level, waiting: order, max: quantity });
  }
}

/** Somebody traded elsewhere: users' waiting orders are filled as far as they would have been there. */
export function mirrorTrade(turn: Turn, command: MirrorTrade): void {
  const { state } = turn;
  const market = state.source === "feed" ? state.markets.get(command.pair) : undefined;
  const { price, quantity, takerDirection } = command;
  if (market === undefined || !isSound([price, quantity]) || quantity === 0) {
    return;
  }
  const side = market.book.side(opposite(takerDirection));
  const isBetter = (level: PriceLevel): boolean =>
    takerDirection === "sell" ? level.price > price : level.price < price;
  // Out of sight nobody knows who stands before a user. Where no book is ever told, trades are all there is to go by.
  const isLineKnown =
    command.queue === "front" || market.takenOutOfSight === undefined || sightOf(market, side.direction)(price);
  const trade = new PublicTrade(turn, market, command);
  // Best first. A level may be gone once its only order is filled.
  for (const level of side.levels().filter(isBetter).reverse()) {
    trade.through(level);
  }
  const level = side.at(price);
  if (level !== undefined && isLineKnown) {
    trade.at(level);
  }
  const printed = trade.printed + trade.remaining;
  if (printed > 0) {
    printTrade(turn, market, command, printed);
  }
}
