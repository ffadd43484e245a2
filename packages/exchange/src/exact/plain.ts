import { divideDown, divideUp } from "./fraction.js";
import { halfWord, halves, highHalf, lowHalf, word } from "./word.js";

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
  // No quotient of safe integers is so close below an integer that it would be rounded up to it.
  return Math.floor(numerator / denominator);
}

/** The product of two safe integers. */
export function product(left: number, right: number): bigint {
  const plain = left * right;
  return isExact(plain) ? toBigint(plain) : BigInt(left) * BigInt(right);
}

/** What `Number` says of an amount, in half the time. */
export function toPlain(amount: bigint): number {
  word[0] = amount;
  if (word[0] !== amount) {
    return Number(amount);
  }
  return (halves[highHalf] as number) * halfWord + ((halves[lowHalf] as number) >>> 0);
}

/** What `BigInt` says of a safe integer, in half the time. */
export function toBigint(plain: number): bigint {
  halves[highHalf] = Math.floor(plain / halfWord);
  halves[lowHalf] = plain | 0;
  return word[0] as bigint;
}

/**
 * amount × part / whole, rounded down.
 *
 * @param part a safe integer, not negative
 * @param whole a safe integer above 0
 */
export function partDown(amount: bigint, part: number, whole: number): bigint {
  const plain = toPlain(amount);
  if (plain >= 0 && isExact(plain)) {
    const times = divideWhole(plain, whole);
    const [most, rest] = [times * part, (plain - times * whole) * part];
    if (isExact(rest) && isExact(most + part)) {
      return toBigint(most + divideWhole(rest, whole));
    }
  }
  return divideDown(amount * BigInt(part), BigInt(whole));
}

/** The same rounded up. */
export function partUp(amount: bigint, part: number, whole: number): bigint {
  const plain = toPlain(amount);
  if (plain >= 0 && isExact(plain)) {
    const times = divideWhole(plain, whole);
    const [most, rest] = [times * part, (plain - times * whole) * part];
    if (isExact(rest) && isExact(most + part)) {
      const down = divideWhole(rest, whole);
      return toBigint(most + down + (down * whole < rest ? 1 : 0));
    }
  }
  return divideUp(amount * BigInt(part), BigInt(whole));
}
