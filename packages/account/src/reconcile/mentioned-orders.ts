import type { OrderId, Pair } from "@depthwire/schema";
import type { PrivateEvent } from "@depthwire/schema/internal";

/** The orders that messages speak of. */
export function mentionedOrders(events: readonly PrivateEvent[]): ReadonlyMap<OrderId, Pair> {
  const mentioned = new Map<OrderId, Pair>();
  for (const event of events) {
    if (event.kind === "all-orders") {
      for (const { orderId, pair } of event.value) {
        mentioned.set(orderId, pair);
      }
    } else if (event.kind === "order" || event.kind === "fill") {
      mentioned.set(event.value.orderId, event.value.pair);
    }
  }
  return mentioned;
}
