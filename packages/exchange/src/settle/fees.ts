import { coinAccounts, venueAccounts } from "../account/accounts.js";
import type { UserState } from "../account/user.js";
import { divideDown, divideUp, min } from "../exact/fraction.js";
import { oneCoin, oneRate, plainRate, powerOfTen, rateStep } from "../exact/money.js";
import { partUp } from "../exact/plain.js";
import type { ExchangeState } from "../state/exchange-state.js";
import type { HoldingSite } from "../state/site.js";
import type { Turn } from "../state/turn.js";
import type { ChargedFee } from "../view/fill.js";
import { pay } from "./pay.js";

/** The coin with which fees can be paid. @spec document 2, Limits, minimum order value */
export const platformToken = "BIX";

/** The only coin whose fees it pays. */
const tokenPaysIn = "USDT";

/** Added before a division by {@link oneRate}, it rounds up. */
const roundsUp = oneRate - 1n;

/** What one token counts where its market is not open, in money. */
const usualTokenPrice = oneCoin / 4n;

/** What one token counts: the last price of its spot market. */
function tokenPrice(state: ExchangeState): bigint {
  const market = state.markets.get(`${platformToken}_${tokenPaysIn}`);
  return market === undefined
    ? usualTokenPrice
    : (BigInt(market.lastPrice) * oneCoin) / powerOfTen(market.market.priceScale);
}

function payWithToken(state: ExchangeState, user: UserState, coin: string, amount: bigint): bigint {
  if (!user.paysFeesInToken || coin !== tokenPaysIn || amount === 0n) {
    return 0n;
  }
  const { free } = coinAccounts(state, user, platformToken);
  const price = tokenPrice(state);
  const needed = divideUp(amount * oneCoin, price);
  const tokens = min(needed, free.balance);
  state.ledger.post(free, venueAccounts(state, platformToken).fees, tokens);
  return tokens === needed ? amount : divideDown(tokens * price, oneCoin);
}

/** Rounded up. */
function feeOf(value: bigint, rate: number): bigint {
  return rate % rateStep === 0
    ? partUp(value, rate / rateStep, plainRate / rateStep)
    : (value * BigInt(rate) + roundsUp) / oneRate;
}

/**
 * Charges the fee of a trade: coupons first, then platform tokens if the user wants that, the rest in money. Rounded up.
 *
 * @param value what was traded, in money
 * @param rate at the rate scale
 */
export function chargeFee(turn: Turn, site: HoldingSite, value: bigint, rate: number): ChargedFee {
  const { user, holding } = site;
  const { state } = turn;
  const { coin } = holding;
  const fee = feeOf(value, rate);
  const { promotion } = holding.accounts;
  const { fees } = venueAccounts(state, coin);
  const couponDeduction = promotion.balance === 0n ? 0n : min(fee, promotion.balance);
  state.ledger.post(promotion, fees, couponDeduction);
  const rest = couponDeduction === 0n ? fee : fee - couponDeduction;
  const tokenDeduction = payWithToken(state, user, coin, rest);
  pay(turn, site, fees, tokenDeduction === 0n ? rest : rest - tokenDeduction);
  return { fee, tokenDeduction, couponDeduction };
}
