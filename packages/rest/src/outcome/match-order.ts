import { compareDecimal } from "@depthwire/core";
import type { FoundOrder, OrderToFind } from "./order-verdict.js";

/** Clocks and rounding may set a record's time a little before the time that was signed. Milliseconds. */
const earlierByMs = 5_000;

/** Whether a record is the order that was sent. A record without an id matches by everything else. */
export function matches(order: OrderToFind, found: FoundOrder): boolean {
  const { clientOrderId } = found;
  return (
    (clientOrderId === undefined || clientOrderId === "" || clientOrderId === order.clientOrderId) &&
    (order.pair === undefined || order.pair === found.pair) &&
    (order.side === undefined || order.side === found.side) &&
    isSame(order.quantity, found.quantity) &&
    // A market order's price means nothing.
    (order.type === "market" || isSame(order.price, found.price)) &&
    found.createdAtMs >= order.signedAtMs - earlierByMs
  );
}

function isSame(sent: string | undefined, found: string): boolean {
  return sent === undefined || compareDecimal(sent, found) === 0;
}
