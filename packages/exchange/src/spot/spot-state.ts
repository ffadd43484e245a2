import { moneyScale, powerOfTen } from "../exact/money.js";
import type { Market } from "../market/market.js";

/** How integers of a spot market turn into money of its two coins. */
export interface SpotState {
  readonly coin: string;
  /** The coin that prices are in. */
  readonly currency: string;
  /** Money of the traded coin = quantity × coinFactor. */
  readonly coinFactor: bigint;
  /** Money of the pricing coin = quantity × price × currencyFactor. */
  readonly currencyFactor: bigint;
}

/**
 * The units of a spot market; nothing for a contract.
 *
 * @throws RangeError when price and quantity together are finer than money
 */
export function spotState(market: Market): SpotState | undefined {
  const { family, coin, currency, priceScale, quantityScale } = market;
  if (family !== "spot" || currency === undefined) {
    return undefined;
  }
  const finest = moneyScale - priceScale - quantityScale;
  if (finest < 0) {
    throw new RangeError("price and quantity are finer than money");
  }
  return {
    coin,
    currency,
    coinFactor: powerOfTen(moneyScale - quantityScale),
    currencyFactor: powerOfTen(finest),
  };
}
