import { usdt } from "@depthwire/schema";
import type { Handler } from "../../handler.js";
import { fillsHandler } from "../queries/fills.js";

/**
 * Lists the trades of an order.
 *
 * @spec document 1, Endpoints, Order fills
 */
export const listFills: Handler = fillsHandler(usdt.listFills, "usdt-margined");
