import { viewBothSides } from "@depthwire/exchange/internal";
import { usdt } from "@depthwire/schema";
import { profileRules } from "../../../profile.js";
import { type Handler, Refusal, signedHandler } from "../../handler.js";
import { contractOfFamily } from "../trading-market.js";

/**
 * Lists both sides of each contract, empty ones too: of the contracts that the user has touched, or of all.
 *
 * @spec document 1, Endpoints, Query position; field note 37
 */
export const getPositions: Handler = signedHandler(usdt.getPositions, ({ pair, side }, account, services) => {
  const market = pair === undefined ? undefined : contractOfFamily(services, "usdt-margined", pair);
  if (market instanceof Refusal) {
    return market;
  }
  const { emptyPositions } = profileRules[services.profile];
  return viewBothSides(services.host.exchange.state, account, emptyPositions)
    .filter((position) => (pair ?? position.pair) === position.pair && (side ?? position.side) === position.side)
    .map((position) => ({ ...position, userId: String(account) }));
});
