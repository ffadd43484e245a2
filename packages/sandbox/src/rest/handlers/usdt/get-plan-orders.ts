import { viewAccount } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Lists the plan orders that wait, newest first.
 *
 * @spec document 1, Endpoints, List plan orders
 */
export const getPlanOrders: Handler = signedHandler(usdt.getPlanOrders, ({ pair }, account, services) => {
  const family = "usdt-margined";
  const market = pair === undefined ? undefined : contractOfFamily(services, family, pair);
  if (market instanceof Refusal) {
    return market;
  }
  const { exchange } = services.host;
  return viewAccount(exchange.state, account)
    .plans.filter((plan) => exchange.market(plan.pair)?.family === family)
    .filter((plan) => (pair ?? plan.pair) === plan.pair);
});
