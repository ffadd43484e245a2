import { freeQuote } from "../agents/agents-state.js";
import type { RestingOrder } from "../book/order-book.js";
import type { CancelReason, ExchangeEvent } from "../event.js";
import type { ExchangeState, MarketState } from "../exchange-state.js";
import { finishOrder } from "./finish.js";

/** Takes a waiting order out of its book. */
export function cancelResting(
  state: ExchangeState,
  market: MarketState,
  order: RestingOrder,
  reason: CancelReason,
  events: ExchangeEvent[],
): void {
  market.book.side(order.direction).remove(order);
  state.openOrders.delete(order.id);
  events.push({
    kind: "order-cancelled",
    orderId: order.id,
    account: order.account,
    pair: order.pair,
    remaining: order.remaining,
    reason,
  });
  if (reason === "self-trade") {
    freeQuote(market.agents, order.account, order.id);
  }
  if (order.record !== undefined) {
    finishOrder(state, market, order.record, events);
  }
}
