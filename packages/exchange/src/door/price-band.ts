import type { ContractState } from "../contract/contract-state.js";
import { divideDown, divideUp } from "../exact/fraction.js";
import { oneRate } from "../exact/money.js";

/** The prices that orders may have: a share of the tag price to either side. */
export interface PriceBand {
  /** Sells are not below this. */
  readonly minPrice: number;
  /** Buys are not above this. */
  readonly maxPrice: number;
}

/** The band around a contract's tag price, in whole price units, rounded inwards. */
export function priceBand({ terms, mark }: ContractState): PriceBand {
  const price = BigInt(mark.price);
  const width = BigInt(terms.priceBand);
  return {
    minPrice: Math.max(1, Number(divideUp(price * (oneRate - width), oneRate))),
    maxPrice: Number(divideDown(price * (oneRate + width), oneRate)),
  };
}
