import type { AccountId } from "../account/account-id.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";

/** What a user has of one coin, account by account; orders and positions summed up. */
export type CoinBalances = Readonly<Record<string, string>>;

/** Every kind of a user's accounts. */
const kinds = ["wallet", "spot", "withdrawing", "free", "promotion", "debt", "margin", "frozen", "total"] as const;

/** What a user has of each coin. The part of a name after the user's number says what kind of account it is. */
export function viewLedger(state: ExchangeState, account: AccountId): Readonly<Record<string, CoinBalances>> {
  const prefix = `user/${account}/`;
  const sums = new Map<string, Map<string, bigint>>();
  for (const { name, coin, balance } of state.ledger.accounts()) {
    if (!name.startsWith(prefix)) {
      continue;
    }
    const [kind = ""] = name.slice(prefix.length).split("/");
    const ofCoin = sums.get(coin) ?? new Map<string, bigint>(kinds.map((one) => [one, 0n]));
    ofCoin.set(kind, (ofCoin.get(kind) ?? 0n) + balance);
    ofCoin.set("total", (ofCoin.get("total") ?? 0n) + balance);
    sums.set(coin, ofCoin);
  }
  const texts = (ofCoin: ReadonlyMap<string, bigint>): CoinBalances =>
    Object.fromEntries([...ofCoin].map(([kind, sum]) => [kind, moneyText(sum)]));
  return Object.fromEntries([...sums].map(([coin, ofCoin]) => [coin, texts(ofCoin)]));
}

/** What all accounts of each coin add up to: 0, always. */
export function viewLedgerTotals(state: ExchangeState): Readonly<Record<string, string>> {
  return Object.fromEntries([...state.ledger.totals()].map(([coin, sum]) => [coin, moneyText(sum)]));
}
