import type { AccountId } from "../account/account-id.js";
import { contractOf } from "../account/contract-of.js";
import { legOf } from "../account/legs.js";
import { sidesOf } from "../account/user.js";
import { unrealised } from "../contract/margin.js";
import { add, type Fraction, fraction, roundDown } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";

/** What an account is worth in one coin at this moment. */
export interface EquityView {
  readonly account: AccountId;
  readonly coin: string;
  /** All of the account's balances: wallet, spot, contract account, margins, what orders hold back. */
  readonly balance: string;
  /** Profit of open positions at the tag price, rounded down. */
  readonly unrealised: string;
  /** Both together. */
  readonly equity: string;
}

/** What an account is worth now, coin by coin. */
export function viewEquity(state: ExchangeState, account: AccountId): readonly EquityView[] {
  const user = state.users.get(account);
  const profits = new Map<string, Fraction>();
  for (const holding of user?.holdings.values() ?? []) {
    const { units, terms, mark } = contractOf(state, holding);
    for (const position of sidesOf(holding).filter(({ quantity }) => quantity > 0)) {
      const profit = unrealised(units, position.side, legOf(terms, position), BigInt(mark.price));
      profits.set(holding.coin, add(profits.get(holding.coin) ?? fraction(0n), profit));
    }
  }
  const prefix = `user/${account}/`;
  const balances = new Map<string, bigint>();
  for (const { name, coin, balance } of state.ledger.accounts()) {
    if (name.startsWith(prefix)) {
      balances.set(coin, (balances.get(coin) ?? 0n) + balance);
    }
  }
  return [...balances].map(([coin, balance]) => {
    const profit = roundDown(profits.get(coin) ?? fraction(0n));
    return {
      account,
      coin,
      balance: moneyText(balance),
      unrealised: moneyText(profit),
      equity: moneyText(balance + profit),
    };
  });
}
