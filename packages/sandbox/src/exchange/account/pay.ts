import type { ContractState } from "../contract/contract-state.js";
import { unrealised } from "../contract/margin.js";
import { add, least, roundDown, zero } from "../exact/fraction.js";
import type { ExchangeState } from "../exchange-state.js";
import type { LedgerAccount } from "../ledger/ledger.js";
import { coinAccounts, holdingsIn, venueAccounts } from "./accounts.js";
import { legOf } from "./legs.js";
import { type Holding, sidesOf, type UserState } from "./user.js";

/** The contract of a holding. */
export function contractOf(state: ExchangeState, holding: Holding): ContractState {
  const contract = state.markets.get(holding.pair)?.contract;
  if (contract === undefined) throw new RangeError(`${holding.pair} is no contract`);
  return contract;
}

/** Profit of a user's cross positions in a coin at the mark prices, rounded down. */
export function crossProfit(state: ExchangeState, user: UserState, coin: string): bigint {
  let sum = zero;
  for (const holding of holdingsIn(user, coin)) {
    if (holding.mode !== "cross") continue;
    const { terms, units, mark } = contractOf(state, holding);
    for (const position of sidesOf(holding)) {
      if (position.quantity === 0) continue;
      sum = add(sum, unrealised(units, position.side, legOf(terms, position), BigInt(mark.price)));
    }
  }
  return roundDown(sum);
}

/** What a user may spend: the free balance, less the losses that wait in cross positions. */
export function usable(state: ExchangeState, user: UserState, coin: string): bigint {
  const { balance } = coinAccounts(state, user, coin).free;
  return least(balance, balance + crossProfit(state, user, coin));
}

/**
 * Takes money from a user: the free balance first, then the margins of cross positions. What nobody has, the insurance fund
 * pays: whoever is owed gets his money.
 */
export function pay(state: ExchangeState, user: UserState, to: LedgerAccount, amount: bigint): void {
  const { coin } = to;
  let due = amount;
  const draw = (from: LedgerAccount): void => {
    const part = least(due, from.balance);
    if (part <= 0n) return;
    state.ledger.post(from, to, part);
    due -= part;
  };
  draw(coinAccounts(state, user, coin).free);
  for (const holding of due > 0n ? holdingsIn(user, coin) : []) {
    if (holding.mode === "cross") for (const { margin } of sidesOf(holding)) draw(margin);
  }
  if (due > 0n) state.ledger.post(venueAccounts(state, coin).insurance, to, due);
}
