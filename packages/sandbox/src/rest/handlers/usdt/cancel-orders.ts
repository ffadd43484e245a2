import type { JsonValue } from "@depthwire/core/internal";
import { refusalCodes } from "@depthwire/exchange";
import { readEntryId } from "@depthwire/exchange/internal";
import { usdt, type VenueCode } from "@depthwire/schema";
import { type Handler, refused, signedHandler } from "../../handler.js";
import type { RestServices } from "../../rest-services.js";
import { venueText } from "../../venue-text.js";

/** How one of the cancellations went; no code: it was taken on. */
function cancelOne({ host }: RestServices, account: number, text: string): VenueCode | undefined {
  const orderId = readEntryId(host.exchange.state.ids, text);
  if (orderId === undefined) {
    return 2040;
  }
  const events = host.apply({ kind: "cancel-orders", account, orderIds: [orderId] });
  const refusal = events.findLast(
    (event) => event.kind === "command-refused" && event.command === "cancel-orders" && event.orderId === orderId,
  );
  return refusal?.kind === "command-refused" ? refusalCodes[refusal.reason] : undefined;
}

/**
 * Cancels several orders, each answered for by itself: `state` 0 or its code. When none can be cancelled, the whole is refused
 * with the code of the first.
 *
 * @spec document 1, Endpoints, Batch cancellation; field note 32
 */
export const cancelOrders: Handler = signedHandler(usdt.cancelOrders, ({ orderIds }, account, services) => {
  const codes = orderIds.map((orderId) => cancelOne(services, account, orderId));
  const [first] = codes;
  if (first !== undefined && codes.every((code) => code !== undefined)) {
    return refused(first);
  }
  return orderIds.map((orderId, i): JsonValue => {
    const code = codes[i];
    const text: string = orderId;
    return code === undefined ? { order_id: text, state: 0 } : { order_id: text, state: code, msg: venueText(code) };
  });
});
