import { coinAccounts, holdingsIn } from "../account/accounts.js";
import { sidesOf, type UserState } from "../account/user.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { AssetsView } from "./assets.js";

/** Shows a user's contract account of one coin. */
export function viewAssets(state: ExchangeState, user: UserState, coin: string): AssetsView {
  const sums = { cross: { margin: 0n, frozen: 0n }, fixed: { margin: 0n, frozen: 0n } };
  for (const holding of holdingsIn(user, coin)) {
    const sum = sums[holding.mode];
    for (const position of sidesOf(holding)) {
      sum.margin += position.margin.balance;
    }
    for (const order of holding.orders.values()) {
      sum.frozen += order.frozen?.balance ?? 0n;
    }
  }
  return {
    coin,
    available: moneyText(coinAccounts(state, user, coin).free.balance),
    fixedFrozen: moneyText(sums.fixed.frozen),
    crossFrozen: moneyText(sums.cross.frozen),
    fixedMargin: moneyText(sums.fixed.margin),
    crossMargin: moneyText(sums.cross.margin),
  };
}
