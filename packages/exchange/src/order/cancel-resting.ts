import { freeQuote } from "../agents/agents-state.js";
import type { RestingOrder } from "../book/order-book.js";
import type { CancelReason } from "../event/event.js";
import type { MarketState } from "../state/exchange-state.js";
import type { Turn } from "../state/turn.js";
import { finishOrder } from "./finish.js";

/** Takes a waiting order out of its book. */
export function cancelResting(turn: Turn, market: MarketState, order: RestingOrder, reason: CancelReason): void {
  market.book.side(order.direction).remove(order);
  turn.state.openOrders.delete(order.id);
  turn.events.push({
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
    finishOrder(turn, market, order.record);
  }
}
