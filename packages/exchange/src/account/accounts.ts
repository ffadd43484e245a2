import type { PositionSide } from "../contract/margin.js";
import { bracketOf } from "../contract/terms.js";
import {
  type CoinAccounts,
  openCoinAccounts,
  openFrozen,
  openMargin,
  openVenueAccounts,
  type VenueAccounts,
} from "../ledger/chart.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { AccountId } from "./account-id.js";
import { type Holding, initialLeverage, type Position, type UserState } from "./user.js";

/** The user behind an account number. Everybody exists, with nothing in his accounts. */
export function userOf(state: ExchangeState, account: AccountId): UserState {
  let user = state.users.get(account);
  if (user === undefined) {
    const own = { coins: new Map(), holdings: new Map(), clientIds: new Map() };
    const flags = { restricted: false, paysFeesInToken: false, cancelOnDisconnect: false };
    user = { account, number: state.users.size, ...own, ...flags };
    state.users.set(account, user);
  }
  return user;
}

/** A user's accounts of a coin. */
export function coinAccounts(state: ExchangeState, user: UserState, coin: string): CoinAccounts {
  let accounts = user.coins.get(coin);
  if (accounts === undefined) {
    accounts = openCoinAccounts(state.ledger, user.account, coin);
    user.coins.set(coin, accounts);
  }
  return accounts;
}

/** The venue's accounts of a coin. */
export function venueAccounts(state: ExchangeState, coin: string): VenueAccounts {
  let accounts = state.venue.get(coin);
  if (accounts === undefined) {
    accounts = openVenueAccounts(state.ledger, coin);
    state.venue.set(coin, accounts);
  }
  return accounts;
}

/** A user's holding for a contract that settles in this coin. */
export function holdingOf(state: ExchangeState, user: UserState, pair: string, coin: string): Holding {
  let holding = user.holdings.get(pair);
  if (holding === undefined) {
    const { account } = user;
    const terms = state.markets.get(pair)?.contract?.terms;
    const leverage = terms === undefined ? initialLeverage : Math.min(initialLeverage, bracketOf(terms, 0));
    const position = (side: PositionSide): Position => {
      const margin = openMargin(state.ledger, account, { pair, coin }, side);
      const empty = { quantity: 0, cost: 0n, fineCost: 0n, opening: 0, closing: 0, takeProfit: 0, stopLoss: 0 };
      return { account, pair, side, leverage, margin, ...empty };
    };
    const sides = { long: position("long"), short: position("short") };
    const frozen = openFrozen(state.ledger, account, { pair, coin });
    const losses = { mark: 0, sum: 0 };
    const accounts = coinAccounts(state, user, coin);
    holding = { pair, coin, accounts, mode: "cross", ...sides, orders: new Map(), frozen, losses };
    user.holdings.set(pair, holding);
  }
  return holding;
}

/** A user's holdings for contracts that settle in this coin. */
export function holdingsIn(user: UserState, coin: string): readonly Holding[] {
  return [...user.holdings.values()].filter((holding) => holding.coin === coin);
}
