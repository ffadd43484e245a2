import { coin } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { orderHistoryHandler } from "../queries/order-history.js";

/**
 * Lists orders of the past, and those that wait.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const listOrderHistory: Handler = orderHistoryHandler(coin.listOrderHistory, "coin-margined");
