import { usdt } from "@depthwire/schema";
import { viewAccount } from "../../../exchange/view/account-view.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Lists positions that are not empty.
 *
 * @spec document 1, Endpoints, Query position
 */
export const getPositions: Handler = signedHandler(usdt.getPositions, ({ pair, side }, account, services) => {
  const family = "usdt-margined";
  const market = pair === undefined ? undefined : contractOfFamily(services, family, pair);
  if (market instanceof Refusal) return market;
  const { exchange } = services.host;
  return viewAccount(exchange.state, account)
    .positions.filter((position) => exchange.market(position.pair)?.family === family)
    .filter((position) => (pair ?? position.pair) === position.pair && (side ?? position.side) === position.side)
    .map((position) => ({ ...position, userId: String(account) }));
});
