import { coin } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { fillsHandler } from "../queries/fills.js";

/**
 * Lists the trades of an order.
 *
 * @spec document 2, Endpoints, Coin-margined batch query
 */
export const listFills: Handler = fillsHandler(coin.listFills, "coin-margined");
