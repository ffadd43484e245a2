import type { AccountId } from "../account/account-id.js";
import { canPayOwnPrice, payableQuantity } from "../account/own-price.js";
import { holdingSiteOf } from "../account/sites.js";
import { settleTrade } from "../funding/settlement.js";
import { type Direction, opposite } from "../market/market.js";
import { cancelResting } from "../order/cancel-resting.js";
import type { PlacedOrder } from "../order/placed-order.js";
import type { ExchangeState, MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import type { PriceLevel, RestingOrder } from "./order-book.js";

/** An order that looks for counterparts. */
export interface IncomingOrder {
  readonly id: number;
  readonly account: AccountId;
  readonly direction: Direction;
  /** The worst acceptable price; absent for a market order. */
  readonly limit?: number;
  readonly quantity: number;
  /** A user's order; nothing for the house's. */
  readonly order: PlacedOrder | undefined;
}

function accepts(order: IncomingOrder, price: number): boolean {
  if (order.limit === undefined) {
    return true;
  }
  return order.direction === "buy" ? price <= order.limit : price >= order.limit;
}

/** Whether somebody waits on the other side at a price that the order accepts. */
export function meets({ book }: MarketState, incoming: IncomingOrder): boolean {
  const best = book.side(opposite(incoming.direction)).best();
  return best !== undefined && accepts(incoming, best.price);
}

/** How much of a quantity the owner of an incoming order can pay for at a price; the house pays for everything. */
function payableBy(state: ExchangeState, { order }: IncomingOrder, quantity: number, price: number): number {
  if (order === undefined) {
    return quantity;
  }
  const { site, record } = order;
  return payableQuantity(state, site, { side: record.side, quantity, price, feesPaid: record.fee });
}

/**
 * Trades an order against the other side: best price first, at one price the order that came first.
 * An order never trades with its owner's own: the waiting one is cancelled. It goes as deep into the book as its owner can pay for.
 *
 * @returns what is left of the order's quantity
 */
export function matchOrder(turn: Turn, market: MarketState, incoming: IncomingOrder): number {
  const side = market.book.side(opposite(incoming.direction));
  let remaining = incoming.quantity;
  while (remaining > 0) {
    const level = side.best();
    if (level === undefined || !accepts(incoming, level.price)) {
      break;
    }
    // Nobody waits at a level that is empty: it is gone.
    const waiting = level.first as RestingOrder;
    if (waiting.account === incoming.account) {
      cancelResting(turn, market, waiting, "self-trade");
      continue;
    }
    const wanted = Math.min(remaining, waiting.remaining);
    const payable = payableBy(turn.state, incoming, wanted, level.price);
    if (payable === 0) {
      break;
    }
    const traded = tradeWith(turn, market, incoming, { level, waiting, max: payable });
    remaining -= traded;
    if (traded > 0 && payable < wanted) {
      break;
    }
  }
  return remaining;
}

/** Whether a user whose order waits can pay for its price now: since he placed it, the mark and his account have moved. */
function isCovered(state: ExchangeState, order: PlacedOrder | undefined, quantity: number, price: number): boolean {
  return order === undefined || canPayOwnPrice(state, order.site, { side: order.record.side, quantity, price });
}

/** A user's order that waits; nothing for the house's. */
function placedOrder(state: ExchangeState, market: MarketState, { record }: RestingOrder): PlacedOrder | undefined {
  const { contract } = market;
  if (record === undefined || contract === undefined) {
    return undefined;
  }
  return { site: holdingSiteOf(state, { market, contract }, record.account), record };
}

/** An order that waits, as an incoming one meets it. */
export interface Counterpart {
  readonly level: PriceLevel;
  readonly waiting: RestingOrder;
  /** The largest quantity that the incoming order can trade with it. */
  readonly max: number;
}

/**
 * Trades an order against one that waits, and settles what follows. An order whose owner could not pay for its price is cancelled
 * instead: its owner would be worth less than his maintenance, and the insurance fund would pay the other one's profit.
 *
 * @returns the traded quantity; 0 when the waiting order was cancelled
 */
export function tradeWith(turn: Turn, market: MarketState, incoming: IncomingOrder, found: Counterpart): number {
  const { state, events } = turn;
  const { level, waiting } = found;
  const quantity = Math.min(found.max, waiting.remaining);
  const maker = placedOrder(state, market, waiting);
  if (!isCovered(state, maker, quantity, waiting.price)) {
    cancelResting(turn, market, waiting, "uncovered");
    return 0;
  }
  const side = market.book.side(waiting.direction);
  side.fillFirst(level, waiting, quantity);
  if (waiting.remaining === 0) {
    state.openOrders.delete(waiting.id);
  }
  const event = {
    kind: "trade",
    tradeId: state.nextTradeId++,
    pair: market.market.pair,
    price: level.price,
    quantity,
    takerDirection: incoming.direction,
    takerOrderId: incoming.id,
    takerAccount: incoming.account,
    makerOrderId: waiting.id,
    makerAccount: waiting.account,
    tradedAtMs: state.now,
  } as const;
  events.push(event);
  settleTrade(turn, market, event, { taker: incoming.order, maker });
  return quantity;
}
