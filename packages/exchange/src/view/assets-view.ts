import { coinAccounts } from "../account/accounts.js";
import type { UserState } from "../account/user.js";
import { moneyText } from "../exact/money.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { AssetsView } from "./assets.js";

/** A user's contract account of one coin in figures, all of them money. */
export interface AssetsFigures {
  readonly coin: string;
  readonly available: bigint;
  readonly fixedFrozen: bigint;
  readonly crossFrozen: bigint;
  readonly fixedMargin: bigint;
  readonly crossMargin: bigint;
}

/** A user's contract account of one coin as it is now. */
export function assetsOf(state: ExchangeState, user: UserState, coin: string): AssetsFigures {
  let [fixedFrozen, crossFrozen, fixedMargin, crossMargin] = [0n, 0n, 0n, 0n];
  for (const holding of user.holdings.values()) {
    if (holding.coin !== coin) {
      continue;
    }
    const margin = holding.long.margin.balance + holding.short.margin.balance;
    if (holding.mode === "cross") {
      crossFrozen += holding.frozen;
      crossMargin += margin;
    } else {
      fixedFrozen += holding.frozen;
      fixedMargin += margin;
    }
  }
  const available = coinAccounts(state, user, coin).free.balance;
  return { coin, available, fixedFrozen, crossFrozen, fixedMargin, crossMargin };
}

/** Shows a contract account. */
export function showAssets(figures: AssetsFigures): AssetsView {
  return {
    coin: figures.coin,
    available: moneyText(figures.available),
    fixedFrozen: moneyText(figures.fixedFrozen),
    crossFrozen: moneyText(figures.crossFrozen),
    fixedMargin: moneyText(figures.fixedMargin),
    crossMargin: moneyText(figures.crossMargin),
  };
}

/** Shows a user's contract account of one coin as it is now. */
export function viewAssets(state: ExchangeState, user: UserState, coin: string): AssetsView {
  return showAssets(assetsOf(state, user, coin));
}
