import type { ContractState } from "../contract/contract-state.js";
import { oneRate, plainRate } from "../exact/money.js";
import { divideWhole, isExact } from "../exact/plain.js";

/** The prices that orders may have: a share of the tag price to either side. */
export interface PriceBand {
  /** Sells are not below this. */
  readonly minPrice: number;
  /** Buys are not above this. */
  readonly maxPrice: number;
}

/** How far the band reaches to either side, in whole price units, rounded down. */
function reach(price: number, width: number): number {
  const product = price * width;
  return isExact(product) ? divideWhole(product, plainRate) : Number((BigInt(price) * BigInt(width)) / oneRate);
}

/** The band around a contract's tag price, in whole price units, rounded inwards. */
export function priceBand({ terms, mark }: ContractState): PriceBand {
  const { price } = mark;
  const width = reach(price, terms.priceBand);
  return { minPrice: Math.max(1, price - width), maxPrice: price + width };
}
