import { findOrdersByClientId } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { type Handler, signedHandler } from "../../handler.js";

/**
 * Fetches orders by the ids that the caller chose; an id may find several orders, or none.
 *
 * @spec document 1, Endpoints, Query orders by client order id
 */
export const getOrdersByClientOrderId: Handler = signedHandler(
  usdt.getOrdersByClientOrderId,
  ({ clientOrderIds }, account, { host }) =>
    [...new Set<string>(clientOrderIds)]
      .flatMap((id) => findOrdersByClientId(host.exchange.state, account, id))
      .filter((order) => host.exchange.market(order.pair)?.family === "usdt-margined")
      .map((order) => ({ ...order, userId: String(account) })),
);
