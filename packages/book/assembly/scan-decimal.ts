// Numbers of a depth message, eight bytes at a time.
//
// XORed with eight "0" a digit is 0 to 9 and anything else is larger; adding 0x76 to its low seven bits then sets the
// high bit of every byte that is not a digit, without a carry. Counting zeros finds the end of a number: no loop, and no branch
// that the processor guesses wrong at the end of each one. Three multiplications add up to eight digits. Against a digit
// loop in the same place this halved the time of a scan.

/** In place of a position: this form is not known here. */
export const unexpected: usize = 0;
/** In place of a position: a decimal is finer than its scale. */
export const finer: usize = 1;

const zeros: u64 = ((0x30303030 as u64) << 32) | 0x30303030;
const lowSevenBits: u64 = ((0x7f7f7f7f as u64) << 32) | 0x7f7f7f7f;
const aboveNine: u64 = ((0x76767676 as u64) << 32) | 0x76767676;
const highBits: u64 = ((0x80808080 as u64) << 32) | 0x80808080;

const digitZero: u32 = 0x30;
const point: u32 = 0x2e;

/** Every integer with this many digits fits a double. */
const maxDigits: u32 = 15;
const maxExact: f64 = 9007199254740991;

/** 10^n as f64, for n up to 15. */
const powersOfTen: usize = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]);

/** The high bit of every byte that is not a digit; `digits` are eight characters XORed with zeros. */
function nonDigits(digits: u64): u64 {
  return (((digits & lowSevenBits) + aboveNine) | digits) & highBits;
}

/** The value of the lowest `bitLength` / 8 digits, at least one and at most eight, the first digit lowest. */
function digitsToNumber(digits: u64, bitLength: u64): u32 {
  let value = digits << (64 - bitLength);
  value = value * 10 + (value >> 8);
  const upper = (value & 0x000000ff000000ff) * 0x000f424000000064;
  const lower = ((value >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return ((upper + lower) >> 32) as u32;
}

function powerOfTen(exponent: u32): f64 {
  return load<f64>(powersOfTen + ((exponent as usize) << 3));
}

/**
 * Scans digits with an optional fraction and stores them times 10^scale at `target`. Answers the position behind the
 * number, `unexpected` or `finer`.
 */
export function scanDecimal(at: usize, scale: u32, target: usize): usize {
  const word = load<u64>(at);
  const digits = word ^ zeros;
  const ends = nonDigits(digits);
  const wholeBits = ctz(ends) - 7;
  if (ends === 0 || wholeBits === 0) {
    return scanLongDecimal(at, scale, target);
  }
  let packed = digits;
  let bitLength = wholeBits;
  let length = wholeBits >> 3;
  let decimals: u32 = 0;
  if ((((word >> wholeBits) as u32) & 0xff) === point) {
    const laterEnds = ends & (ends - 1);
    bitLength = ctz(laterEnds) - 15;
    decimals = ((bitLength - wholeBits) >> 3) as u32;
    // No end within eight bytes, no digit behind the point, or too many.
    if (laterEnds === 0 || decimals === 0 || decimals > scale) {
      return scanLongDecimal(at, scale, target);
    }
    const wholeMask = ((1 as u64) << wholeBits) - 1;
    packed = (digits & wholeMask) | ((digits >> 8) & ~wholeMask);
    length = (bitLength >> 3) + 1;
  }
  const scaled = (digitsToNumber(packed, bitLength) as f64) * powerOfTen(scale - decimals);
  store<f64>(target, scaled);
  return scaled <= maxExact ? at + (length as usize) : unexpected;
}

/** {@link scanDecimal} for numbers of any length, digit by digit. */
function scanLongDecimal(start: usize, scale: u32, target: usize): usize {
  const pointAt = endOfDigits(start);
  if (pointAt === start) {
    return unexpected;
  }
  let end = pointAt;
  let keptEnd = pointAt;
  if (load<u8>(pointAt) === point) {
    end = endOfDigits(pointAt + 1);
    if (end === pointAt + 1) {
      return unexpected;
    }
    // 101.10 and 101.1 are the same price: zeros beyond the scale do not make a number finer.
    keptEnd = end;
    while (keptEnd > pointAt + 1 + scale && load<u8>(keptEnd - 1) === digitZero) {
      keptEnd--;
    }
    if (keptEnd > pointAt + 1 + scale) {
      return finer;
    }
  }
  const decimals = keptEnd > pointAt ? ((keptEnd - pointAt - 1) as u32) : 0;
  if (((pointAt - start) as u32) + decimals > maxDigits) {
    return unexpected;
  }
  let value: f64 = 0;
  for (let at = start; at < keptEnd; at++) {
    if (at !== pointAt) {
      value = value * 10 + ((load<u8>(at) - digitZero) as f64);
    }
  }
  const scaled = value * powerOfTen(scale - decimals);
  store<f64>(target, scaled);
  return scaled <= maxExact ? end : unexpected;
}

function endOfDigits(at: usize): usize {
  while ((load<u8>(at) as u32) - digitZero < 10) {
    at++;
  }
  return at;
}

/**
 * Scans a JSON integer of at most 15 digits without sign and stores it as f64 at `target`. Answers the position behind
 * it, or `unexpected`.
 */
export function scanInteger(at: usize, target: usize): usize {
  const first = load<u64>(at) ^ zeros;
  const firstEnds = nonDigits(first);
  let bitLength = firstEnds === 0 ? 64 : ctz(firstEnds) - 7;
  if (bitLength === 0 || (bitLength > 8 && (first & 0xff) === 0)) {
    return unexpected;
  }
  let value = digitsToNumber(first, bitLength) as f64;
  let end = at + ((bitLength >> 3) as usize);
  if (bitLength === 64) {
    const second = load<u64>(at, 8) ^ zeros;
    const secondEnds = nonDigits(second);
    if (secondEnds === 0) {
      return unexpected;
    }
    bitLength = ctz(secondEnds) - 7;
    if (bitLength !== 0) {
      value = value * powerOfTen((bitLength >> 3) as u32) + (digitsToNumber(second, bitLength) as f64);
      end += (bitLength >> 3) as usize;
    }
  }
  store<f64>(target, value);
  return end;
}
