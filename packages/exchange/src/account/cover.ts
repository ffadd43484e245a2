import type { ContractState } from "../contract/contract-state.js";
import { initialMargin } from "../contract/margin.js";
import { max, min, roundDown, roundUp } from "../exact/fraction.js";
import { type OrderRecord, opens, positionSideOf } from "../order/order-record.js";
import { shareOf } from "../settle/change-position.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinAccounts, holdingsIn } from "./accounts.js";
import { contractOf } from "./contract-of.js";
import { crossFunds, crossStanding } from "./cross-equity.js";
import { lossAgainstMark } from "./own-price.js";
import { type Holding, sidesOf, type UserState } from "./user.js";

/** What a user's cross positions of a coin ask for when they are opened. */
function initialMargins(holdings: readonly Holding[]): bigint {
  return holdings.flatMap(sidesOf).reduce((sum, { cost, leverage }) => sum + initialMargin(cost, leverage), 0n);
}

function frozenIn(holdings: readonly Holding[]): bigint {
  return holdings.reduce((sum, { frozen }) => sum + frozen, 0n);
}

/** What a waiting order needs besides what it holds back: what its own price loses against the mark, less the margin that a close sets free. */
function neededFor(contract: ContractState, holding: Holding, { side, quantity, filled, price }: OrderRecord): bigint {
  const buys = side === "open-long" || side === "close-short";
  if (buys ? price <= contract.mark.price : price >= contract.mark.price) {
    return 0n;
  }
  const rest = quantity - filled;
  const loss = lossAgainstMark(contract, { side, quantity: rest, price });
  if (loss === 0n || opens(side)) {
    return loss;
  }
  const { cost, leverage, quantity: held } = holding[positionSideOf(side)];
  return max(0n, loss - shareOf(initialMargin(cost, leverage), rest, held));
}

function neededForOrders(state: ExchangeState, holdings: readonly Holding[]): bigint {
  let sum = 0n;
  for (const holding of holdings) {
    if (holding.orders.size === 0) {
      continue;
    }
    const contract = contractOf(state, holding);
    for (const order of holding.orders.values()) {
      sum += neededFor(contract, holding, order);
    }
  }
  return sum;
}

/**
 * What a user may spend, take out or put at risk: of the free balance as much as leaves the cross account worth its initial
 * margins (or its maintenance, where that is more), what its orders hold back, and what they would lose against the tag price.
 * Below 0 when it is worth less already.
 */
export function usable(state: ExchangeState, user: UserState, coin: string): bigint {
  const cross = holdingsIn(user, coin).filter(({ mode }) => mode === "cross");
  const { profit, maintenance } = crossStanding(state, user, coin);
  const margins = max(initialMargins(cross), roundUp(maintenance));
  const spare =
    crossFunds(state, user, coin) + roundDown(profit) - margins - frozenIn(cross) - neededForOrders(state, cross);
  return min(coinAccounts(state, user, coin).free.balance, spare);
}
