import type { PlaceLimitOrder, PlaceMarketOrder } from "../command/command.js";

/** An order of either type. */
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;
