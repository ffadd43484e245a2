import type { PairShape } from "./market.js";

/** So many pairs with prices of three scales. */
export function manyPairs(count: number): readonly PairShape[] {
  return Array.from({ length: count }, (_, index) => ({
    pair: `4${letters(index)}_USDT`,
    priceScale: 1 + (index % 3),
    quantityScale: 3,
    startPrice: 100_000 + 37 * (index % 5_000),
  }));
}

/** A name of four letters, another one for each number below 456,976. */
function letters(index: number): string {
  let name = "";
  for (let rest = index, place = 0; place < 4; place++, rest = Math.floor(rest / 26)) {
    name += String.fromCharCode(65 + (rest % 26));
  }
  return name;
}
