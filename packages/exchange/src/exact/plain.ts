/**
 * Exact arithmetic with plain numbers, for what is asked many times in every order. A product of two safe integers is exact when it is
 * not above 2^53: then no rounding has happened. Whoever multiplies asks {@link isExact} and has a way with bigint beside it.
 */

/** Whether a sum or product of safe integers is what it says. */
export function isExact(result: number): boolean {
  return result <= Number.MAX_SAFE_INTEGER && result >= -Number.MAX_SAFE_INTEGER;
}

/** The largest integer that is not above numerator / denominator. Both are safe integers, not negative; the denominator is not 0. */
export function divideWhole(numerator: number, denominator: number): number {
  // The remainder is exact, and so is the division without it: a quotient that is close below an integer is not rounded up to it.
  return (numerator - (numerator % denominator)) / denominator;
}

/** The product of two safe integers. */
export function product(left: number, right: number): bigint {
  const plain = left * right;
  return isExact(plain) ? BigInt(plain) : BigInt(left) * BigInt(right);
}
