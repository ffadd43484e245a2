import { usdt } from "@depthwire/schema";
import { type Handler, signedHandler } from "../../handler.js";
import { findTradedOrders } from "../traded-orders.js";

/**
 * Fetches several orders, in the order of their ids; those that nobody has are left out.
 *
 * @spec document 1, Endpoints, Batch query orders
 */
export const getOrders: Handler = signedHandler(usdt.getOrders, ({ orderIds }, account, services) =>
  findTradedOrders(services, account, orderIds),
);
