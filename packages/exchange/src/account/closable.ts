import { opens, positionSideOf } from "../order/order-record.js";
import type { Holding, Position } from "./user.js";

/** What of a position no closing order has reserved. Plans reserve nothing. */
export function closableQuantity(holding: Holding, position: Position): number {
  let reserved = 0;
  for (const order of holding.orders.values()) {
    if (!opens(order.side) && positionSideOf(order.side) === position.side) {
      reserved += order.quantity - order.filled;
    }
  }
  return position.quantity - reserved;
}

/** What waiting orders would add to a position. */
export function openingQuantity(holding: Holding, position: Position): number {
  let quantity = 0;
  for (const order of holding.orders.values()) {
    if (opens(order.side) && positionSideOf(order.side) === position.side) {
      quantity += order.quantity - order.filled;
    }
  }
  return quantity;
}
