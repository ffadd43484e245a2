import { readEntryId } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, refused, signedHandler } from "../../handler.js";

/**
 * Cancels an order: it leaves the book after the venue's delay, unless it is filled first.
 *
 * @spec document 1, Endpoints, Cancel order; document 1, States
 */
export const cancelOrder: Handler = signedHandler(usdt.cancelOrder, (params, account, services) => {
  const orderId = readEntryId(services.host.exchange.state.ids, params.orderId);
  if (orderId === undefined) {
    return refused(2040);
  }
  const events = carryOut(services, { kind: "cancel-order", account, orderId });
  return events instanceof Refusal ? events : done;
});
