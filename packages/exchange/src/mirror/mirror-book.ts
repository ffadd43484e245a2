import { matchOrder } from "../book/matcher.js";
import type { BookSide, PriceLevel, RestingOrder } from "../book/order-book.js";
import { microsPerUnit } from "../market/index-price.js";
import { type Direction, opposite } from "../market/market.js";
import { restOrder } from "../order/rest.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";

/** The public as those who wait and as those who take, among the house's accounts. */
export const publicAccounts = { maker: 40, taker: 41 } as const;

/** Whether an order represents the public's. */
export function isPublic(order: RestingOrder): boolean {
  return order.account === publicAccounts.maker;
}

/** The public's orders of a level, last first. */
function publicOrders(level: PriceLevel): readonly RestingOrder[] {
  const found: RestingOrder[] = [];
  for (let order = level.last; order !== undefined; order = order.previous) {
    if (isPublic(order)) {
      found.push(order);
    }
  }
  return found;
}

/** What the public has at a price. */
export function publicQuantity(level: PriceLevel | undefined): number {
  return level === undefined ? 0 : publicOrders(level).reduce((sum, { remaining }) => sum + remaining, 0);
}

/** The best price at which the public waits on a side; users who wait at better ones do not count. */
function publicBest(side: BookSide): number | undefined {
  for (let rank = 0; rank < side.size; rank++) {
    const level = side.level(rank);
    if (level !== undefined && publicQuantity(level) > 0) {
      return level.price;
    }
  }
  return undefined;
}

/** Middle of the public's best bid and ask in millionths of a price unit, without what users have put between; nothing while a side is empty. */
export function publicMiddle({ book }: MarketState): number | undefined {
  const [bid, ask] = [publicBest(book.bids), publicBest(book.asks)];
  return bid === undefined || ask === undefined ? undefined : Math.floor(((bid + ask) * microsPerUnit) / 2);
}

/** Takes something away from one of the public's orders. */
export function reduce(state: ExchangeState, side: BookSide, order: RestingOrder, by: number): void {
  if (by < order.remaining) {
    side.resize(order, order.remaining - by);
    return;
  }
  side.remove(order);
  state.openOrders.delete(order.id);
}

/** Who leaves is taken from the end of the line: nobody's own order comes forward by it. */
function shrink(state: ExchangeState, side: BookSide, level: PriceLevel, by: number): void {
  let left = by;
  for (const order of publicOrders(level)) {
    if (left <= 0) {
      return;
    }
    const taken = Math.min(left, order.remaining);
    reduce(state, side, order, taken);
    left -= taken;
  }
}

/** What the public has, or comes with, at a price. */
export interface PublicOffer {
  readonly direction: Direction;
  readonly price: number;
  readonly quantity: number;
}

/** Puts more of the public's behind everybody of a price where the public has something, or nobody is in the way. */
export function append(state: ExchangeState, market: MarketState, { direction, price, quantity }: PublicOffer): void {
  const last = market.book.side(direction).at(price)?.last;
  if (last !== undefined && isPublic(last)) {
    market.book.side(direction).resize(last, last.remaining + quantity);
    return;
  }
  const id = state.nextOrderId++;
  const side = direction === "buy" ? "open-long" : "open-short";
  const account = publicAccounts.maker;
  const { pair } = market.market;
  restOrder(state, market, { id, account, pair, side, price, remaining: quantity, record: undefined });
}

/** The public has left every price that this one crosses: its messages say so a little later, or have been overtaken. */
function leaveCrossed(state: ExchangeState, market: MarketState, { direction, price }: PublicOffer): void {
  const side = market.book.side(opposite(direction));
  const isCrossed = (level: PriceLevel): boolean => (direction === "buy" ? level.price <= price : level.price >= price);
  for (const level of side.levels().filter(isCrossed)) {
    shrink(state, side, level, publicQuantity(level));
  }
}

/** The public comes to a new price: users' orders that wait there or beyond are filled first. */
function arrive(turn: Turn, market: MarketState, offer: PublicOffer): void {
  const { state } = turn;
  const { direction, price, quantity } = offer;
  leaveCrossed(state, market, offer);
  const id = state.nextOrderId++;
  const incoming = { id, account: publicAccounts.maker, direction, limit: price, quantity, order: undefined };
  const remaining = matchOrder(turn, market, incoming);
  if (remaining > 0) {
    append(state, market, { direction, price, quantity: remaining });
  }
}

/** Sets what the public has at a price. */
export function setPublic(turn: Turn, market: MarketState, { direction, price, quantity }: PublicOffer): void {
  const side = market.book.side(direction);
  const level = side.at(price);
  const more = quantity - publicQuantity(level);
  if (level !== undefined && more < 0) {
    shrink(turn.state, side, level, -more);
  } else if (more > 0) {
    arrive(turn, market, { direction, price, quantity: more });
  }
}
