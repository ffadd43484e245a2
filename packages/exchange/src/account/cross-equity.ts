import { add, type Fraction, fraction, negate, roundDown, zero } from "../exact/fraction.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinAccounts } from "./accounts.js";
import { contractOf } from "./contract-of.js";
import { type Standing, standingOf } from "./standing.js";
import type { Holding, UserState } from "./user.js";

/**
 * C: what backs all cross positions of a coin: free balance, cross margins, and what cross orders hold back, less the debt.
 * Below 0 when the user owes more than that.
 */
export function crossFunds(state: ExchangeState, user: UserState, coin: string): bigint {
  const { free, debt } = coinAccounts(state, user, coin);
  let sum = free.balance + debt.balance;
  for (const holding of user.holdings.values()) {
    if (holding.mode === "cross" && holding.coin === coin) {
      sum += holding.long.margin.balance + holding.short.margin.balance + holding.frozen.balance;
    }
  }
  return sum;
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
    const standing = standingOf(contractOf(state, holding), holding);
    profit = add(profit, standing.profit);
    needed = add(needed, standing.maintenance);
  }
  return { profit, maintenance: needed };
}

/** What a user's cross account of a coin is worth at the tag prices, exactly: the funds and the profit of all positions. */
export function crossEquity(state: ExchangeState, user: UserState, coin: string): Fraction {
  return add(fraction(crossFunds(state, user, coin)), crossStanding(state, user, coin).profit);
}

/**
 * What of E₀, which backs one holding in cross mode, is elsewhere: what the user's other cross holdings hold and how their positions
 * stand, rounded down.
 */
export function backingElsewhere(state: ExchangeState, user: UserState, holding: Holding): bigint {
  if (user.holdings.size === 1) {
    return 0n;
  }
  let funds = 0n;
  for (const other of user.holdings.values()) {
    if (other !== holding && other.mode === "cross" && other.coin === holding.coin) {
      funds += other.long.margin.balance + other.short.margin.balance + other.frozen.balance;
    }
  }
  const { profit, maintenance } = crossStanding(state, user, holding.coin, holding);
  return funds + roundDown(add(profit, negate(maintenance)));
}
