// Numbers of a depth message.
//
// The two of a row are read together, sixteen bytes at a time: where a quote and a point stand says what form a decimal has, a table by form where its
// digits belong, and a few instructions for both add them up. There is no loop, and no branch that the processor guesses wrong at the end
// of each number. The rest, longer numbers and the few integers of a message, goes digit by digit.

/** In place of a position: this form is not known here. */
export const unexpected: usize = 0;
/** In place of a position: a decimal is finer than its scale. */
export const finer: usize = 1;

const digitZero: u32 = 0x30;
const point: u32 = 0x2e;
const quote: u32 = 0x22;

/** Every integer with this many digits fits a double. */
const maxDigits: u32 = 15;
const maxExact: f64 = 9007199254740991;

/** Most characters of a decimal whose form is known. */
const maxFormLength: i32 = 9;
/** More than any scale has, and not so many that the address before the powers would be none. */
const tooManyDecimals: i32 = 16;
/**
 * 16 bytes for each form of a decimal, by the digits before its point (256 bytes each) and the characters from the point on: where its eight digits
 * stand, and how many bytes before its scale's power of ten the one lies that it is multiplied by: one that is not there, where it is no form of a decimal
 * of at most eight digits.
 */
const forms: usize = memory.data(256 * 11, 16);

/** 10^n as f64, for n up to 15. */
export const powersOfTen: usize = memory.data((maxDigits + 1) << 3, 8);

function powerOfTen(exponent: u32): f64 {
  return load<f64>(powersOfTen + ((exponent as usize) << 3));
}

/** A bit for each character but the first that is a quote, and for the one behind the longest decimal of a known form in any case. */
export function quotesOf(text: v128): u32 {
  return (i8x16.bitmask(i8x16.eq(text, i8x16.splat(quote as i8))) & -2) | (2 << maxFormLength);
}

/** The form of a decimal of `length` characters: see {@link forms}. */
export function formOf(text: v128, quotes: u32, length: u32): usize {
  const whole = ctz(i8x16.bitmask(i8x16.eq(text, i8x16.splat(point as i8))) | quotes);
  return forms + (whole << 8) + ((length - whole) << 4);
}

/** Its digits as eight bytes, the last digit highest: the lower half of the result. */
export function digitsOf(text: v128, form: usize): v128 {
  return i8x16.swizzle(i8x16.sub(text, i8x16.splat(digitZero as i8)), v128.load64_zero(form));
}

/** Address of the power of ten that scales a decimal; below {@link powersOfTen} where it is finer than the scale. */
export function powerOf(form: usize, scale: u32): usize {
  return powersOfTen + ((scale as usize) << 3) - load<u32>(form, 8);
}

/** Two decimals as f64, each times its power of ten. */
export function scaledPair(digits: v128, firstPower: usize, secondPower: usize): v128 {
  // Two digits a lane, then four, then eight: 0xa01 adds ten times the lower byte to the higher one.
  const twos = i16x8.shr_u(i16x8.mul(digits, i16x8.splat(0xa01)), 8);
  const fours = i32x4.dot_i16x8_s(twos, i32x4.splat(0x1_0064));
  const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_u(fours, fours), i32x4.splat(0x1_2710));
  const powers = v128.load64_lane(secondPower, v128.load64_zero(firstPower), 1);
  return f64x2.mul(f64x2.convert_low_i32x4_s(eights), powers);
}

/** Whether the bytes of {@link digitsOf} are digits, and what came of them is exact. */
export function usualDecimals(digits: v128, scaled: v128): bool {
  const nonDigits = i8x16.add_sat_u(digits, i8x16.splat(0x76));
  return i8x16.bitmask(v128.or(nonDigits, f64x2.gt(scaled, f64x2.splat(maxExact)))) === 0;
}

/** Fills {@link forms} and {@link powersOfTen}, once. */
export function prepareForms(): void {
  let power: f64 = 1;
  for (let address = powersOfTen; address <= powersOfTen + (maxDigits << 3); address += 8, power *= 10) {
    store<f64>(address, power);
  }
  for (let whole: i32 = 0; whole <= maxFormLength + 1; whole++) {
    for (let rest: i32 = 0; rest <= maxFormLength + 1; rest++) {
      const form = forms + (whole << 8) + (rest << 4);
      const decimals = max(rest - 1, 0);
      const first = whole + decimals - 8;
      for (let place = first; place < first + 8; place++) {
        // Before the first digit: negative, which gives zero.
        store<u8>(form + place - first, (place + ((place >= whole) as i32)) as u8);
      }
      const isUsual = whole !== 0 && rest !== 1 && first <= 0;
      store<u32>(form, (isUsual ? decimals : tooManyDecimals) << 3, 8);
    }
  }
}

/**
 * Scans digits with an optional fraction, one by one, and stores them times 10^scale at `target`. Answers the position behind the number,
 * `unexpected` or `finer`.
 */
export function scanDecimal(start: usize, scale: u32, target: usize): usize {
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
  let value: i64 = 0;
  for (let at = start; at < keptEnd; at++) {
    if (at !== pointAt) {
      value = value * 10 + digitAt(at);
    }
  }
  const scaled = (value as f64) * powerOfTen(scale - decimals);
  store<f64>(target, scaled);
  return scaled <= maxExact ? end : unexpected;
}

function endOfDigits(at: usize): usize {
  while (digitAt(at) < 10) {
    at++;
  }
  return at;
}

/**
 * Scans a JSON integer of at most 15 digits without sign and stores it as f64 at `target`. Answers the position behind
 * it, or `unexpected`.
 */
export function scanInteger(at: usize, target: usize): usize {
  let value: u64 = 0;
  let end = at;
  for (let digit = digitAt(end); digit < 10; digit = digitAt(++end)) {
    value = value * 10 + digit;
  }
  store<f64>(target, value as i64 as f64);
  const digits = (end - at) as u32;
  return digits - 1 < maxDigits && (digits === 1 || digitAt(at) !== 0) ? end : unexpected;
}

/** Below ten where a digit stands there. */
function digitAt(at: usize): u32 {
  return (load<u8>(at) as u32) - digitZero;
}
