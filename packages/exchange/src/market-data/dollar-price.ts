import { divideDown, type Fraction, fraction, zero } from "../exact/fraction.js";
import { powerOfTen } from "../exact/money.js";
import { microsPerUnit } from "../market/index-price.js";
import type { Market } from "../market/market.js";
import { listedPrice } from "../market/market-list.js";
import type { ExchangeState } from "../state/exchange-state.js";

/** What a dollar costs in yuan: fixed, as in the field notes' ticker sample. The sandbox has no market for it. */
export const cnyPerUsd: Fraction = fraction(6236n, 1000n);

/** Coins that count as a dollar. */
const dollarCoins: readonly string[] = ["USDT", "USD", "DAI", "USDC", "GUSD"];

/** The coin in which a market's prices are. */
export function pricingCoin({ family, currency }: Market): string {
  if (family === "spot") {
    return currency ?? "USDT";
  }
  return family === "usdt-margined" ? "USDT" : "USD";
}

/** What one coin is worth in dollars: the index of its first market that is priced in dollars, else the price of the list. */
export function dollarPrice(state: ExchangeState, coin: string): Fraction {
  if (dollarCoins.includes(coin)) {
    return fraction(1n);
  }
  for (const { market, index } of state.markets.values()) {
    if (market.coin !== coin || !dollarCoins.includes(pricingCoin(market))) {
      continue;
    }
    return fraction(BigInt(index.micros), BigInt(microsPerUnit) * powerOfTen(market.priceScale));
  }
  const listed = listedPrice(coin);
  return listed === undefined ? zero : fraction(BigInt(listed.price), powerOfTen(listed.scale));
}

/** The product of two fractions. */
export function times(left: Fraction, right: Fraction): Fraction {
  return {
    numerator: left.numerator * right.numerator,
    denominator: left.denominator * right.denominator,
  };
}

/** The quotient of two fractions. @throws RangeError when the second one is 0 */
export function dividedBy(left: Fraction, right: Fraction): Fraction {
  return fraction(left.numerator * right.denominator, left.denominator * right.numerator);
}

/** A fraction as an integer at a scale, rounded down: what a user has is never shown as worth more than it is. */
export function atScale({ numerator, denominator }: Fraction, scale: number): bigint {
  return divideDown(numerator * powerOfTen(scale), denominator);
}
