import { formatScaled } from "@depthwire/core/internal";
import type { AccountId } from "../account/account-id.js";
import { fraction } from "../exact/fraction.js";
import { moneyText, oneCoin } from "../exact/money.js";
import { atScale, cnyPerUsd, dividedBy, dollarPrice, times } from "../market-data/dollar-price.js";
import type { ExchangeState } from "../state/exchange-state.js";
import { coinList } from "./coin-list.js";

/** Which account to sum up. */
export type SummaryPurse = "wallet" | "spot";

/** What a user has of one coin and what it is worth, under the names of the schema's `asset-balance` record. */
export interface BalanceView {
  readonly coin: string;
  readonly available: string;
  readonly frozen: string;
  readonly valueBtc: string;
  readonly valueCny: string;
  readonly valueUsd: string;
}

/**
 * What a user has in wallet or spot account, under the names of the schema's `asset-summary` record. A total is the sum of
 * the values that are shown.
 *
 * @spec document 2, Resources, Wallet records, Asset summary
 */
export interface SummaryView {
  readonly totalBtc: string;
  readonly totalCny: string;
  readonly totalUsd: string;
  readonly assets: readonly BalanceView[];
}

/** Decimal places of values: each is rounded down. */
const valueScales = { btc: 8, cny: 2, usd: 2 } as const;

type Values = { readonly [Unit in keyof typeof valueScales]: bigint };

function valuesOf(state: ExchangeState, coin: string, amount: bigint): Values {
  const usd = times(fraction(amount, oneCoin), dollarPrice(state, coin));
  return {
    btc: atScale(dividedBy(usd, dollarPrice(state, "BTC")), valueScales.btc),
    cny: atScale(times(usd, cnyPerUsd), valueScales.cny),
    usd: atScale(usd, valueScales.usd),
  };
}

interface Balance {
  readonly coin: string;
  readonly available: bigint;
  readonly frozen: bigint;
}

function balancesOf(state: ExchangeState, account: AccountId, purse: SummaryPurse): readonly Balance[] {
  const own = state.users.get(account)?.coins;
  const coins = new Set([...coinList.map(({ coin }) => coin), ...(own?.keys() ?? [])]);
  return [...coins].map((coin) => {
    const accounts = own?.get(coin);
    const frozen = purse === "wallet" ? (accounts?.withdrawing.balance ?? 0n) : 0n;
    return { coin, available: accounts?.[purse].balance ?? 0n, frozen };
  });
}

/**
 * Sums up an account at the present index prices.
 *
 * @param detail `totals`: coins of which the user has something; `every-coin`: all coins of the venue
 */
export function summaryOf(
  state: ExchangeState,
  account: AccountId,
  purse: SummaryPurse,
  detail: "totals" | "every-coin",
): SummaryView {
  const isShown = ({ available, frozen }: Balance): boolean => detail === "every-coin" || available + frozen > 0n;
  const shown = balancesOf(state, account, purse).filter(isShown);
  const valued = shown.map((balance) => ({
    balance,
    values: valuesOf(state, balance.coin, balance.available + balance.frozen),
  }));
  const text = (unit: keyof Values, value: bigint): string => formatScaled(value, valueScales[unit]);
  const total = (unit: keyof Values): string =>
    text(
      unit,
      valued.reduce((sum, { values }) => sum + values[unit], 0n),
    );
  return {
    totalBtc: total("btc"),
    totalCny: total("cny"),
    totalUsd: total("usd"),
    assets: valued.map(({ balance: { coin, available, frozen }, values }) => ({
      coin,
      available: moneyText(available),
      frozen: moneyText(frozen),
      valueBtc: text("btc", values.btc),
      valueCny: text("cny", values.cny),
      valueUsd: text("usd", values.usd),
    })),
  };
}
