import { coinAccounts } from "../account/accounts.js";
import type { UserState } from "../account/user.js";
import { plus } from "../exact/fraction.js";
import { moneyText } from "../exact/money.js";
import type { CoinAccounts } from "../ledger/chart.js";
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
export function assetsOf(user: UserState, { coin, free }: CoinAccounts): AssetsFigures {
  let fixedFrozen = 0n;
  let crossFrozen = 0n;
  let fixedMargin = 0n;
  let crossMargin = 0n;
  for (const holding of user.holdings.values()) {
    if (holding.coin !== coin) {
      continue;
    }
    const margin = plus(holding.long.margin.balance, holding.short.margin.balance);
    if (holding.mode === "cross") {
      crossFrozen = plus(crossFrozen, holding.frozen.balance);
      crossMargin = plus(crossMargin, margin);
    } else {
      fixedFrozen = plus(fixedFrozen, holding.frozen.balance);
      fixedMargin = plus(fixedMargin, margin);
    }
  }
  return { coin, available: free.balance, fixedFrozen, crossFrozen, fixedMargin, crossMargin };
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
  return showAssets(assetsOf(user, coinAccounts(state, user, coin)));
}
