import { usdt } from "@depthwire/schema";
import { type Handler, refused, signedHandler } from "../../handler.js";
import { findTradedOrders } from "../traded-orders.js";

/**
 * Fetches an order, finished ones too.
 *
 * @spec document 1, Endpoints, Query order
 */
export const getOrder: Handler = signedHandler(usdt.getOrder, ({ orderId }, account, services) => {
  const [order] = findTradedOrders(services, account, [orderId]);
  return order ?? refused(2040);
});
