import {
  addDecimals,
  divideDecimals,
  multiplyDecimals,
  type RoundingDirection,
  roundToMultiple,
  subtractDecimals,
} from "@depthwire/core";

/** How a contract pays: in the pricing coin by amounts of coin (`4…_USDT`), or in coin by amounts of USD (`5…_USD`). */
export type ContractKind = "linear" | "inverse";

/** Decimals of amounts of money that are computed; the venue's own records have ten. */
const moneyScale = 10;

/** How a pair's contract pays. */
export function contractKindOf(pair: string): ContractKind {
  return pair.endsWith("_USD") ? "inverse" : "linear";
}

/**
 * A price on the pair's grid, in the direction that the caller names: never silently.
 *
 * @param priceScale decimals of an order price, from the precision record
 */
export function roundPrice(price: string, priceScale: number, rounding: RoundingDirection): string {
  return roundToMultiple(price, priceScale === 0 ? "1" : `0.${"1".padStart(priceScale, "0")}`, rounding);
}

/**
 * A quantity on the contract's grid.
 *
 * @param contractValue the unit, from the contract record
 */
export function roundQuantity(quantity: string, contractValue: string, rounding: RoundingDirection): string {
  return roundToMultiple(quantity, contractValue, rounding);
}

/**
 * What a quantity costs at a price: q × p for linear contracts, q ÷ p for inverse ones, which is rounded up.
 */
export function orderValue(kind: ContractKind, quantity: string, price: string): string {
  return kind === "linear" ? multiplyDecimals(quantity, price) : divideDecimals(quantity, price, moneyScale, "up");
}

/** A position for {@link profitOf}. */
export interface ProfitingPosition {
  readonly kind: ContractKind;
  readonly side: "long" | "short";
  readonly quantity: string;
  /** Average price at which it was opened. */
  readonly openPrice: string;
}

/**
 * What a position has gained at a price, in its settlement coin: exact for a linear contract, rounded down to ten decimals for an inverse one.
 */
export function profitOf({ kind, side, quantity, openPrice }: ProfitingPosition, price: string): string {
  const [gained, paid] = side === "long" ? [price, openPrice] : [openPrice, price];
  if (kind === "linear") {
    return multiplyDecimals(quantity, subtractDecimals(gained, paid));
  }
  // q/paid − q/gained as one fraction, so that it is rounded once.
  const dividend = multiplyDecimals(quantity, subtractDecimals(gained, paid));
  return divideDecimals(dividend, multiplyDecimals(gained, paid), moneyScale, "down");
}

/** What a trade costs in fees, rounded up to ten decimals. */
export function feeOf(kind: ContractKind, quantity: string, price: string, feeRate: string): string {
  return kind === "linear"
    ? divideDecimals(multiplyDecimals(multiplyDecimals(quantity, price), feeRate), "1", moneyScale, "up")
    : divideDecimals(multiplyDecimals(quantity, feeRate), price, moneyScale, "up");
}

/** The sum of amounts of money. */
export function sumOf(amounts: readonly string[]): string {
  return amounts.reduce((sum, amount) => addDecimals(sum, amount), "0");
}
