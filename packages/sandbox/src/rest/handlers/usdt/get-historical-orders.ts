import { usdt } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { ordersByIdHandler } from "../queries/orders-by-id.js";

/**
 * Fetches orders by their ids or by the caller's.
 *
 * @spec document 1, Endpoints, Orders by id
 */
export const getHistoricalOrders: Handler = ordersByIdHandler(usdt.getHistoricalOrders, "usdt-margined");
