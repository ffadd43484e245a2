/** Scaled integers of one side, best first. */
export interface DigestedSide {
  readonly length: number;
  price(index: number): number;
  quantity(index: number): number;
}

const prime = 16_777_619;
const [firstBasis, secondBasis] = [2_166_136_261, 3_141_592_653];

/**
 * A short text of all levels: equal for equal books, and hardly ever for others.
 *
 * @param factors what prices and quantities are multiplied by, so that both sides of a comparison have one scale
 */
export function bookDigest(
  sides: readonly DigestedSide[],
  factors: { readonly price: number; readonly quantity: number },
): string {
  let first = firstBasis;
  let second = secondBasis;
  const mix = (value: number): void => {
    const low = value % 2 ** 32;
    const high = Math.floor(value / 2 ** 32);
    first = Math.imul(first ^ low, prime);
    first = Math.imul(first ^ high, prime);
    second = Math.imul(second ^ (low + Math.imul(high, prime)), prime);
    second ^= second >>> 15;
  };
  for (const side of sides) {
    mix(side.length);
    for (let index = 0; index < side.length; index++) {
      mix(Math.round(side.price(index) * factors.price));
      mix(Math.round(side.quantity(index) * factors.quantity));
    }
  }
  return `${(first >>> 0).toString(36)}-${(second >>> 0).toString(36)}`;
}
