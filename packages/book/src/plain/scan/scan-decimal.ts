/** In place of a position: the scanner does not know this form. */
export const unexpectedAt = -1;
/** In place of a position: a decimal is finer than the channel's scale. */
export const finerAt = -2;

const digitZero = 0x30;
/** The point, as the digit loops see it. */
const pointDigit = 0x2e - digitZero;

/** 10^n, exact for every scale. */
const powersOfTen = Float64Array.from({ length: 16 }, (_, power) => 10 ** power);

/** Every integer with this many digits fits 32 bits. */
const shortDigits = 9;
/** Every integer with this many digits fits a double. */
const longDigits = 15;

/**
 * Scans digits with an optional fraction and stores them times 10^scale in `column[index]`.
 *
 * The position is returned and the value stored, because returning both takes an object a number. Numbers of up to nine
 * digits, nearly all of them, are added up in 32-bit integers. A digit is 0 to 9; read as unsigned, anything else is larger,
 * so one comparison ends a loop. Every message ends in `}`, so no loop leaves it.
 *
 * @returns the position after the number, or `unexpectedAt` or `finerAt`
 */
export function scanDecimal(
  bytes: Uint8Array,
  start: number,
  scale: number,
  column: Float64Array,
  index: number,
): number {
  let at = start;
  let value = 0;
  let digit = (bytes[at] as number) - digitZero;
  while (digit >>> 0 < 10) {
    value = (Math.imul(value, 10) + digit) | 0;
    at += 1;
    digit = (bytes[at] as number) - digitZero;
  }
  const wholeDigits = at - start;
  let decimals = 0;
  if (digit === pointDigit) {
    at += 1;
    const fractionAt = at;
    digit = (bytes[at] as number) - digitZero;
    while (digit >>> 0 < 10) {
      value = (Math.imul(value, 10) + digit) | 0;
      at += 1;
      digit = (bytes[at] as number) - digitZero;
    }
    decimals = at - fractionAt;
    if (decimals === 0) {
      return unexpectedAt;
    }
  }
  if (wholeDigits === 0) {
    return unexpectedAt;
  }
  if (wholeDigits + decimals > shortDigits || decimals > scale) {
    return scanLongDecimal(bytes, start, wholeDigits, decimals, scale, column, index);
  }
  const scaled = value * (powersOfTen[scale - decimals] as number);
  column[index] = scaled;
  return scaled <= Number.MAX_SAFE_INTEGER ? at : unexpectedAt;
}

/** {@link scanDecimal} for more digits or decimals than its loops can take; those were only counted there. */
function scanLongDecimal(
  bytes: Uint8Array,
  start: number,
  wholeDigits: number,
  decimals: number,
  scale: number,
  column: Float64Array,
  index: number,
): number {
  const pointAt = start + wholeDigits;
  const end = decimals === 0 ? pointAt : pointAt + 1 + decimals;
  // 101.10 and 101.1 are the same price: zeros beyond the scale do not make a number finer.
  let kept = decimals;
  while (kept > scale && bytes[pointAt + kept] === digitZero) {
    kept -= 1;
  }
  if (kept > scale) {
    return finerAt;
  }
  if (wholeDigits + kept > longDigits) {
    return unexpectedAt;
  }
  let value = 0;
  for (let at = start; at <= pointAt + kept; at += 1) {
    if (at !== pointAt) {
      value = value * 10 + ((bytes[at] as number) - digitZero);
    }
  }
  const scaled = value * (powersOfTen[scale - kept] as number);
  column[index] = scaled;
  return scaled <= Number.MAX_SAFE_INTEGER ? end : unexpectedAt;
}
