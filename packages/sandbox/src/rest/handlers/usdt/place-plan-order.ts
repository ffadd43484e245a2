import { type AccountId, type Market, viewAccount } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { carryOut } from "../../carry-out.js";
import { done } from "../../done.js";
import { type Handler, Refusal, refused, signedHandler } from "../../handler.js";
import type { RestServices } from "../../rest-services.js";
import { contractOfFamily, readPrice, readQuantity } from "../trading-market.js";

const family = "usdt-margined";

/** Without a pair it is the one contract in which the user has a position of that side. */
function marketOf(
  services: RestServices,
  account: AccountId,
  pair: string | undefined,
  side: "long" | "short",
): Market | Refusal {
  if (pair !== undefined) {
    return contractOfFamily(services, family, pair);
  }
  const { exchange } = services.host;
  const held = viewAccount(exchange.state, account)
    .positions.filter((position) => position.side === side)
    .flatMap((position) => exchange.market(position.pair) ?? [])
    .filter((market) => market.family === family);
  const [only] = held;
  return only === undefined || held.length > 1 ? refused(3016) : only;
}

/**
 * Places an order that waits for a trigger price to close a position.
 *
 * @spec document 1, Endpoints, Place plan order; field note 32
 */
export const placePlanOrder: Handler = signedHandler(usdt.placePlanOrder, (params, account, services) => {
  const { side, plan, type } = params;
  const market = marketOf(services, account, params.pair, side);
  if (market instanceof Refusal) {
    return market;
  }
  const quantity = readQuantity(market, params.quantity);
  if (quantity instanceof Refusal) {
    return quantity;
  }
  const { pair } = market;
  const prices = { price: readPrice(market, params.price), triggerPrice: readPrice(market, params.triggerPrice) };
  const events = carryOut(services, { kind: "place-plan", account, pair, side, plan, type, quantity, ...prices });
  return events instanceof Refusal ? events : done;
});
