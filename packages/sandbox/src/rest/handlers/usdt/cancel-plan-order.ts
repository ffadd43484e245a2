import { readEntryId } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, refused, signedHandler } from "../../handler.js";

/**
 * Takes a plan order back.
 *
 * @spec document 1, Endpoints, Cancel plan order
 */
export const cancelPlanOrder: Handler = signedHandler(usdt.cancelPlanOrder, (params, account, services) => {
  const orderId = readEntryId(services.host.exchange.state.ids, params.orderId);
  if (orderId === undefined) {
    return refused(2040);
  }
  const events = carryOut(services, { kind: "cancel-plan", account, orderId });
  return events instanceof Refusal ? events : done;
});
