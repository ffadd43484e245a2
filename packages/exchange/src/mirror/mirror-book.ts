import { matchOrder } from "../book/matcher.js";
import type { BookSide, PriceLevel, RestingOrder } from "../book/order-book.js";
import { microsPerUnit } from "../market/index-price.js";
import { type Direction, opposite } from "../market/market.js";
import { restOrder } from "../order/rest.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { QueueRule } from "./mirror-command.js";
import { forgetTaken, hiddenPrices, leftOf, noteTaken, publicAccounts } from "./taken.js";

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

/** The best price at which the public waits on a side; users who wait at better ones do not count, and what has been taken or traded does. */
function publicBest(market: MarketState, direction: Direction): number | undefined {
  const levels = market.book.side(direction).levels();
  const best = levels.findLast((level) => publicQuantity(level) > 0)?.price;
  const prices = [...hiddenPrices(market, direction), ...(best === undefined ? [] : [best])];
  return prices.length === 0 ? undefined : direction === "buy" ? Math.max(...prices) : Math.min(...prices);
}

/** Middle of the public's best bid and ask in millionths of a price unit, without what users have put between; nothing while a side is empty. */
export function publicMiddle(market: MarketState): number | undefined {
  const [bid, ask] = [publicBest(market, "buy"), publicBest(market, "sell")];
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
    const taken = Math.min(left, order.remaining);
    reduce(state, side, order, taken);
    left -= taken;
  }
}

/** Everybody's share leaves, rounded down; what the rounding leaves over is taken from the end of the line. */
function shrinkEverybody(state: ExchangeState, side: BookSide, level: PriceLevel, by: number): void {
  const orders = publicOrders(level);
  const total = orders.reduce((sum, { remaining }) => sum + remaining, 0);
  let left = by;
  for (const order of orders) {
    const share = Number((BigInt(by) * BigInt(order.remaining)) / BigInt(total));
    reduce(state, side, order, share);
    left -= share;
  }
  shrink(state, side, level, left);
}

/** What the public has, or comes with, at a price. */
export interface PublicOffer {
  readonly direction: Direction;
  readonly price: number;
  readonly quantity: number;
  /** Before users who wait at the price: it comes into sight, and nobody knows how long it has waited. */
  readonly place: "first" | "last";
}

/** Puts more of the public's behind everybody of a price, or before them: into its order there, if one stands in that place. */
export function append(state: ExchangeState, market: MarketState, offer: PublicOffer): void {
  const { direction, price, quantity, place } = offer;
  const neighbour = market.book.side(direction).at(price)?.[place];
  if (neighbour !== undefined && isPublic(neighbour)) {
    market.book.side(direction).resize(neighbour, neighbour.remaining + quantity);
    return;
  }
  const id = state.nextOrderId++;
  const side = direction === "buy" ? "open-long" : "open-short";
  const account = publicAccounts.maker;
  const { pair } = market.market;
  restOrder(state, market, { id, account, pair, side, price, remaining: quantity, record: undefined }, place);
}

/** The public has left every price that this one crosses: its messages say so a little later, or have been overtaken. */
function leaveCrossed(state: ExchangeState, market: MarketState, { direction, price }: PublicOffer): void {
  const side = market.book.side(opposite(direction));
  const isCrossed = (other: number): boolean => (direction === "buy" ? other <= price : other >= price);
  for (const level of side.levels().filter((one) => isCrossed(one.price))) {
    shrink(state, side, level, publicQuantity(level));
  }
  forgetTaken(market, side.direction, isCrossed);
}

/** The public comes to a new price: users' orders that wait there or beyond are filled first. */
function arrive(turn: Turn, market: MarketState, offer: PublicOffer): void {
  const { state } = turn;
  const { direction, price, quantity } = offer;
  leaveCrossed(state, market, offer);
  const id = state.nextOrderId++;
  const incoming = { id, account: publicAccounts.maker, direction, limit: price, quantity, order: undefined };
  const remaining = matchOrder(turn, market, incoming);
  noteTaken(market, direction, price, quantity - remaining);
  if (remaining > 0) {
    append(state, market, { ...offer, quantity: remaining });
  }
}

/** Sets what the public has at a price, as it is told: what users took of it is not there again. */
export function setPublic(turn: Turn, market: MarketState, offer: PublicOffer, queue: QueueRule): void {
  const { direction, price } = offer;
  const side = market.book.side(direction);
  const level = side.at(price);
  const more = leftOf(market, direction, price, offer.quantity) - publicQuantity(level);
  if (more < 0) {
    const leave = queue === "proportional" ? shrinkEverybody : shrink;
    leave(turn.state, side, level as PriceLevel, -more);
  } else if (more > 0) {
    arrive(turn, market, { ...offer, quantity: more });
  }
}
