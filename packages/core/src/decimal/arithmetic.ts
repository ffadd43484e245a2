import { type Decimal, parseDecimal } from "./decimal.js";
import { formatScaled, trimDecimal } from "./format-decimal.js";

/** Which way a quotient goes that has more decimals than asked for: on the number line, or seen from 0. */
export type RoundingDirection = "down" | "up" | "toward-zero" | "away-from-zero";

/**
 * The exact sum, without needless zeros.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 */
export function addDecimals(left: string, right: string): string {
  const [a, b] = [parseDecimal(left), parseDecimal(right)];
  const scale = Math.max(a.scale, b.scale);
  return textOf(digitsAt(a, scale) + digitsAt(b, scale), scale);
}

/**
 * The exact difference, without needless zeros.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 */
export function subtractDecimals(left: string, right: string): string {
  const [a, b] = [parseDecimal(left), parseDecimal(right)];
  const scale = Math.max(a.scale, b.scale);
  return textOf(digitsAt(a, scale) - digitsAt(b, scale), scale);
}

/**
 * The exact product, without needless zeros.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 */
export function multiplyDecimals(left: string, right: string): string {
  const [a, b] = [parseDecimal(left), parseDecimal(right)];
  return textOf(a.digits * b.digits, a.scale + b.scale);
}

/**
 * The quotient with `scale` decimals, rounded in the direction that is named.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 * @throws RangeError when the divisor is 0
 */
export function divideDecimals(dividend: string, divisor: string, scale: number, rounding: RoundingDirection): string {
  const [a, b] = [parseDecimal(dividend), parseDecimal(divisor)];
  const numerator = a.digits * 10n ** BigInt(scale + b.scale);
  return formatScaled(divide(numerator, b.digits * 10n ** BigInt(a.scale), rounding), scale);
}

/**
 * The multiple of `step` that is nearest in the direction that is named, without needless zeros.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 * @throws RangeError when the step is 0
 */
export function roundToMultiple(text: string, step: string, rounding: RoundingDirection): string {
  const [value, unit] = [parseDecimal(text), parseDecimal(step)];
  const scale = Math.max(value.scale, unit.scale);
  const stepDigits = digitsAt(unit, scale);
  return textOf(divide(digitsAt(value, scale), stepDigits, rounding) * stepDigits, scale);
}

function digitsAt({ digits, scale: own }: Decimal, scale: number): bigint {
  return digits * 10n ** BigInt(scale - own);
}

function textOf(digits: bigint, scale: number): string {
  return trimDecimal(formatScaled(digits, scale));
}

function divide(dividend: bigint, divisor: bigint, rounding: RoundingDirection): bigint {
  const quotient = dividend / divisor;
  if (dividend % divisor === 0n) {
    return quotient;
  }
  const isNegative = dividend < 0n !== divisor < 0n;
  const away = isNegative ? quotient - 1n : quotient + 1n;
  switch (rounding) {
    case "toward-zero":
      return quotient;
    case "away-from-zero":
      return away;
    case "down":
      return isNegative ? away : quotient;
    case "up":
      return isNegative ? quotient : away;
  }
}
