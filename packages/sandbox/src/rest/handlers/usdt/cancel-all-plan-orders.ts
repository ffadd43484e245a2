import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Takes every waiting plan order back, of one contract or of all.
 *
 * @spec document 1, Endpoints, Cancel all plan orders
 */
export const cancelAllPlanOrders: Handler = signedHandler(usdt.cancelAllPlanOrders, ({ pair }, account, services) => {
  const market = pair === undefined ? undefined : contractOfFamily(services, "usdt-margined", pair);
  if (market instanceof Refusal) {
    return market;
  }
  const events = carryOut(services, { kind: "cancel-all-plans", account, ...(pair === undefined ? {} : { pair }) });
  return events instanceof Refusal ? events : done;
});
