import { findByClientId, findRecord, type MarketFamily, viewHistory } from "@depthwire/exchange/internal";
import type { coin, usdt } from "@depthwire/schema";
import { limits } from "@depthwire/schema/internal";
import { type Handler, refused, signedHandler } from "../../handler.js";

/**
 * Fetches orders of a family by their ids or by the caller's: each once, in the order of the ids, all that have a caller's id.
 * Ids that nobody has are left out.
 */
export function ordersByIdHandler(
  operation: typeof usdt.getHistoricalOrders | typeof coin.getHistoricalOrders,
  family: MarketFamily,
): Handler {
  return signedHandler(operation, ({ orderIds, clientOrderIds }, account, { host }) => {
    if (orderIds.length + clientOrderIds.length > limits.batchOrders.max) {
      return refused(3000);
    }
    const { state } = host.exchange;
    const byId = orderIds.flatMap((id) => findRecord(state, account, family, id) ?? []);
    const byClientId = clientOrderIds
      .flatMap((id) => findByClientId(state, account, id))
      .filter(({ pair }) => state.markets.get(pair)?.market.family === family);
    const found = new Map([...byId, ...byClientId].map((order) => [order.id, order]));
    return viewHistory(state, [...found.values()]);
  });
}
