import { initialMargin } from "../contract/margin.js";
import { least, most, roundDown, roundUp } from "../exact/fraction.js";
import type { ExchangeState } from "../exchange-state.js";
import { coinAccounts, holdingsIn } from "./accounts.js";
import { crossFunds, crossStanding } from "./cross-equity.js";
import { type Holding, sidesOf, type UserState } from "./user.js";

/** What a user's cross positions of a coin ask for when they are opened. */
function initialMargins(holdings: readonly Holding[]): bigint {
  return holdings.flatMap(sidesOf).reduce((sum, { cost, leverage }) => sum + initialMargin(cost, leverage), 0n);
}

function frozenIn(holdings: readonly Holding[]): bigint {
  return holdings
    .flatMap(({ orders }) => [...orders.values()])
    .reduce((sum, { frozen }) => sum + (frozen?.balance ?? 0n), 0n);
}

/**
 * What a user may spend, take out or put at risk: of the free balance as much as leaves the cross account worth its initial
 * margins (or its maintenance, where that is more) and what its orders hold back. Below 0 when it is worth less already.
 */
export function usable(state: ExchangeState, user: UserState, coin: string): bigint {
  const cross = holdingsIn(user, coin).filter(({ mode }) => mode === "cross");
  const { profit, maintenance } = crossStanding(state, user, coin);
  const margins = most(initialMargins(cross), roundUp(maintenance));
  const spare = crossFunds(state, user, coin) + roundDown(profit) - margins - frozenIn(cross);
  return least(coinAccounts(state, user, coin).free.balance, spare);
}
