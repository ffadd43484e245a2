import type { ExchangeState } from "../state/exchange-state.js";
import type { ContractSite, HoldingSite, PositionSite } from "../state/site.js";
import type { AccountId } from "./account-id.js";
import { holdingOf, userOf } from "./accounts.js";
import type { Position } from "./user.js";

/** Where the user behind an account number stands in a contract. */
export function holdingSiteOf(
  state: ExchangeState,
  { market, contract }: ContractSite,
  account: AccountId,
): HoldingSite {
  const user = userOf(state, account);
  const holding = holdingOf(state, user, market.market.pair, contract.terms.settleCoin);
  return { market, contract, user, holding };
}

/** Where one side of a holding stands. */
export function positionSiteOf({ market, contract, user, holding }: HoldingSite, position: Position): PositionSite {
  return { market, contract, user, holding, position };
}
