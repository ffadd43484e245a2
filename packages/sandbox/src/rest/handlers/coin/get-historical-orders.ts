import { coin } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { ordersByIdHandler } from "../queries/orders-by-id.js";

/**
 * Fetches orders by their ids or by the caller's.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const getHistoricalOrders: Handler = ordersByIdHandler(coin.getHistoricalOrders, "coin-margined");
