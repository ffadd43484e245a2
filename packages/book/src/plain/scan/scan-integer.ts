import { unexpectedAt } from "./scan-decimal.js";

const digitZero = 0x30;
/** Every integer with this many digits fits a double. */
const maxDigits = 15;

/**
 * The position after a JSON integer of up to 15 digits without sign, or `unexpectedAt`.
 * Its value is read by {@link integerBetween}: two short loops cost less than an object that holds both.
 */
export function integerEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (((bytes[at] as number) - digitZero) >>> 0 < 10) {
    at += 1;
  }
  const digits = at - start;
  const leadingZero = bytes[start] === digitZero && digits > 1;
  return digits === 0 || digits > maxDigits || leadingZero ? unexpectedAt : at;
}

/** The value of the digits `bytes[start, end)`. */
export function integerBetween(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    value = value * 10 + ((bytes[at] as number) - digitZero);
  }
  return value;
}
