import { usdt } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { orderHistoryHandler } from "../queries/order-history.js";

/**
 * Lists orders of the past, and those that wait.
 *
 * @spec document 1, Endpoints, Historical orders
 */
export const listOrderHistory: Handler = orderHistoryHandler(usdt.listOrderHistory, "usdt-margined");
