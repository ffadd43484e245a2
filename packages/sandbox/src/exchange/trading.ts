import type { AccountId, CancelOrder, PlaceLimitOrder, PlaceMarketOrder } from "./command.js";
import type { ExchangeEvent, RefusalReason } from "./event.js";
import type { ExchangeState, MarketState } from "./exchange-state.js";
import { directionOf, type Market } from "./market.js";
import { cancelResting, matchOrder } from "./matcher.js";
import type { RestingOrder } from "./order-book.js";

/** An order of either type. */
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

/** What is wrong with an order, if anything. */
function checkOrder(market: Market | undefined, order: PlaceOrder): RefusalReason | undefined {
  if (market === undefined) return "unknown-pair";
  const { quantity } = order;
  if (!Number.isSafeInteger(quantity) || quantity <= 0 || quantity % market.contractUnit !== 0)
    return "invalid-quantity";
  if (quantity > market.maxOrderQuantity) return "invalid-quantity";
  if (order.type === "limit" && (!Number.isSafeInteger(order.price) || order.price <= 0)) return "invalid-price";
  return undefined;
}

/** Door of every order, the agents' too. */
export function placeOrder(state: ExchangeState, order: PlaceOrder, events: ExchangeEvent[]): void {
  const market = state.markets.get(order.pair);
  const reason = checkOrder(market?.market, order);
  const echo = order.clientOrderId === undefined ? {} : { clientOrderId: order.clientOrderId };
  if (market === undefined || reason !== undefined) {
    const refusal = { kind: "command-refused", command: order.kind, account: order.account } as const;
    events.push({ ...refusal, reason: reason ?? "unknown-pair", ...echo });
    return;
  }
  admitOrder(state, market, order, events, echo);
}

/**
 * Trades and rests an order that is known to be sound.
 *
 * @returns its id
 */
export function admitOrder(
  state: ExchangeState,
  market: MarketState,
  order: PlaceOrder,
  events: ExchangeEvent[],
  echo: { readonly clientOrderId?: string } = {},
): number {
  const id = state.nextOrderId++;
  const { account, pair, side, quantity } = order;
  const placed = { kind: "order-placed", orderId: id, account, pair, side, quantity, ...echo } as const;
  const direction = directionOf(side);
  if (order.type === "market") {
    events.push(placed);
    const remaining = matchOrder(state, market, { id, account, direction, quantity }, events);
    if (remaining > 0) {
      events.push({ kind: "order-cancelled", orderId: id, account, pair, remaining, reason: "no-counterpart" });
    }
    return id;
  }
  const { price } = order;
  events.push({ ...placed, price });
  const remaining = matchOrder(state, market, { id, account, direction, limit: price, quantity }, events);
  if (remaining > 0) {
    const resting: RestingOrder = {
      id,
      account,
      pair,
      side,
      direction,
      price,
      remaining,
      previous: undefined,
      next: undefined,
    };
    market.book.side(direction).add(resting);
    state.openOrders.set(id, resting);
  }
  return id;
}

/** Cancels an order of the account. Another account's order is as unknown as one that never was. */
export function cancelOrder(state: ExchangeState, command: CancelOrder, events: ExchangeEvent[]): void {
  const order = state.openOrders.get(command.orderId);
  const market = order === undefined ? undefined : state.markets.get(order.pair);
  if (order === undefined || market === undefined || order.account !== command.account) {
    const { kind, account } = command;
    events.push({ kind: "command-refused", command: kind, account, reason: "unknown-order" });
    return;
  }
  cancelResting(state, market, order, "requested", events);
}

/** Cancels an agent's own order by id, if it still waits. */
export function withdrawOrder(
  state: ExchangeState,
  market: MarketState,
  account: AccountId,
  orderId: number,
  events: ExchangeEvent[],
): void {
  const order = state.openOrders.get(orderId);
  if (order?.account === account) cancelResting(state, market, order, "requested", events);
}
