/** An exact fraction of integers. Fractions are compared and added, never turned into floating point. */
export interface Fraction {
  readonly numerator: bigint;
  /** Always positive. */
  readonly denominator: bigint;
}

/** The fraction 0. */
export const zero: Fraction = { numerator: 0n, denominator: 1n };

/** A fraction with a positive denominator. @throws RangeError when the denominator is 0 */
export function fraction(numerator: bigint, denominator = 1n): Fraction {
  if (denominator === 0n) {
    throw new RangeError("a fraction needs a denominator other than 0");
  }
  return denominator > 0n ? { numerator, denominator } : { numerator: -numerator, denominator: -denominator };
}

/** The sum of two fractions. */
export function add(left: Fraction, right: Fraction): Fraction {
  if (left.numerator === 0n) {
    return right;
  }
  if (right.numerator === 0n) {
    return left;
  }
  if (left.denominator === right.denominator) {
    return { numerator: left.numerator + right.numerator, denominator: left.denominator };
  }
  return {
    numerator: left.numerator * right.denominator + right.numerator * left.denominator,
    denominator: left.denominator * right.denominator,
  };
}

/** The fraction with the other sign. */
export function negate(value: Fraction): Fraction {
  return { numerator: -value.numerator, denominator: value.denominator };
}

/** Negative when left is less, 0 when both are equal, positive when left is more. */
export function compare(left: Fraction, right: Fraction): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator;
  if (difference === 0n) {
    return 0;
  }
  return difference < 0n ? -1 : 1;
}

/** The largest integer that is not above numerator / denominator. The denominator must be positive. */
export function divideDown(numerator: bigint, denominator: bigint): bigint {
  // A division of bigints rounds towards 0.
  return (numerator < 0n ? numerator - denominator + 1n : numerator) / denominator;
}

/** The smallest integer that is not below numerator / denominator. The denominator must be positive. */
export function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator > 0n ? numerator + denominator - 1n : numerator) / denominator;
}

/** The largest integer that is not above the fraction. */
export function roundDown(value: Fraction): bigint {
  return divideDown(value.numerator, value.denominator);
}

/** The smallest integer that is not below the fraction. */
export function roundUp(value: Fraction): bigint {
  return divideUp(value.numerator, value.denominator);
}

/** The sum of two integers, of which one is often 0. */
export function plus(left: bigint, right: bigint): bigint {
  if (left === 0n) {
    return right;
  }
  return right === 0n ? left : left + right;
}

/** What two integers differ by, which are often one and the same. */
export function minus(left: bigint, right: bigint): bigint {
  return left === right ? 0n : left - right;
}

/** The lesser of two integers. */
export function min(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** The greater of two integers. */
export function max(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
