import { maintenance, unrealised } from "../contract/margin.js";
import { add, type Fraction, fraction, negate, zero } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinAccounts } from "./accounts.js";
import { contractOf } from "./contract-of.js";
import { legOf } from "./legs.js";
import { type Holding, sidesOf, type UserState } from "./user.js";

/**
 * C: what backs all cross positions of a coin: free balance, cross margins, and what cross orders hold back, less the debt.
 * Below 0 when the user owes more than that.
 */
export function crossFunds(state: ExchangeState, user: UserState, coin: string): bigint {
  const { free, debt } = coinAccounts(state, user, coin);
  let sum = free.balance + debt.balance;
  for (const holding of user.holdings.values()) {
    if (holding.mode === "cross" && holding.coin === coin) {
      sum += holding.long.margin.balance + holding.short.margin.balance + holding.frozen;
    }
  }
  return sum;
}

/** Profit and maintenance of one holding at the tag price, exactly. */
export interface Standing {
  readonly profit: Fraction;
  readonly maintenance: Fraction;
}

/** How a holding stands at the tag price. */
export function standingOf(state: ExchangeState, holding: Holding): Standing {
  const { terms, units, mark } = contractOf(state, holding);
  const price = BigInt(mark.price);
  let profit = zero;
  let needed = zero;
  for (const position of sidesOf(holding)) {
    if (position.quantity === 0) {
      continue;
    }
    const leg = legOf(terms, position);
    profit = add(profit, unrealised(units, position.side, leg, price));
    needed = add(needed, maintenance(units, leg, price));
  }
  return { profit, maintenance: needed };
}

/** How all cross positions of a coin stand together; `except` leaves one holding out. */
export function crossStanding(state: ExchangeState, user: UserState, coin: string, except?: Holding): Standing {
  let profit = zero;
  let needed = zero;
  for (const holding of user.holdings.values()) {
    const isMeant = holding.mode === "cross" && holding.coin === coin && holding !== except;
    if (!isMeant || (holding.long.quantity === 0 && holding.short.quantity === 0)) {
      continue;
    }
    const standing = standingOf(state, holding);
    profit = add(profit, standing.profit);
    needed = add(needed, standing.maintenance);
  }
  return { profit, maintenance: needed };
}

/** What a user's cross account of a coin is worth at the tag prices, exactly: the funds and the profit of all positions. */
export function crossEquity(state: ExchangeState, user: UserState, coin: string): Fraction {
  return add(fraction(crossFunds(state, user, coin)), crossStanding(state, user, coin).profit);
}

/** E₀: what backs one holding in cross mode: the funds and how the user's other cross positions stand. */
export function backing(state: ExchangeState, user: UserState, holding: Holding): Fraction {
  const others = crossStanding(state, user, holding.coin, holding);
  const funds = fraction(crossFunds(state, user, holding.coin));
  return add(add(funds, others.profit), negate(others.maintenance));
}
