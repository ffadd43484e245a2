import { divideDown, type Fraction } from "../exact/fraction.js";
import { powerOfTen, scaledText } from "../exact/money.js";
import type { Market } from "../market/market.js";

/** Decimal places of averages. */
const averageScale = 10;

/** A price as text. */
export function priceText(market: Market, price: number | bigint): string {
  return scaledText(price, market.priceScale);
}

/** A quantity as text. */
export function quantityText(market: Market, quantity: number): string {
  return scaledText(quantity, market.quantityScale);
}

/** An average price as text: ten decimals, the rest cut off. */
export function averageText(market: Market, average: Fraction): string {
  const scaled = average.numerator * powerOfTen(averageScale - market.priceScale);
  return scaledText(divideDown(scaled, average.denominator), averageScale);
}

/** Where an order came from, as the schema's enumeration has it. @spec document 1, Resources, Enumerations, order source */
export type WireSource = "api" | "plan";
