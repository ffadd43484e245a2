import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Cancels every waiting order of a contract; none is as well.
 *
 * @spec document 1, Endpoints, Cancel all orders
 */
export const cancelAllOrders: Handler = signedHandler(usdt.cancelAllOrders, ({ pair }, account, services) => {
  const market = contractOfFamily(services, "usdt-margined", pair);
  const events = market instanceof Refusal ? market : carryOut(services, { kind: "cancel-all", account, pair });
  return events instanceof Refusal ? events : done;
});
