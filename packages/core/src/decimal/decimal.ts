import { ProtocolError } from "../error/protocol-error.js";

/** An exact decimal: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Most digits of a decimal, leading zeros not counted. */
export const maxDecimalDigits = 38;

/** Longest text of a decimal, leading zeros included. */
const maxDecimalLength = 128;

const minus = 0x2d;
const point = 0x2e;
const digitZero = 0x30;

/** Why a text is not a decimal, or `fine`. */
export type DecimalVerdict = "fine" | "malformed" | "too-large";

/**
 * Whether `text` is a plain decimal: digits with an optional minus sign and an optional fraction, without exponent, with at most
 * {@link maxDecimalDigits} digits. Leading zeros are allowed and mean nothing.
 */
export function judgeDecimal(text: string): DecimalVerdict {
  const { length } = text;
  if (length > maxDecimalLength) {
    return "too-large";
  }
  // A loop, because every number of every record comes through here: a regular expression takes three times as long.
  const start = text.charCodeAt(0) === minus ? 1 : 0;
  let digits = 0;
  let pointAt = -1;
  for (let at = start; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === point && pointAt < 0 && at > start) {
      pointAt = at;
    } else if ((unit - digitZero) >>> 0 > 9) {
      return "malformed";
    } else if (digits > 0 || unit !== digitZero || pointAt >= 0) {
      digits += 1;
    }
  }
  if (length === start || pointAt === length - 1) {
    return "malformed";
  }
  return digits > maxDecimalDigits ? "too-large" : "fine";
}

/** The decimal that `text` writes, or undefined when it writes none. */
export function readDecimal(text: string): Decimal | undefined {
  if (judgeDecimal(text) !== "fine") {
    return undefined;
  }
  const point = text.indexOf(".");
  return point < 0
    ? { digits: BigInt(text), scale: 0 }
    : { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/**
 * The decimal that `text` writes.
 *
 * @throws ProtocolError `number-malformed` when it is not a plain decimal, `number-too-large` when it has more than 38 digits
 */
export function parseDecimal(text: string): Decimal {
  const decimal = readDecimal(text);
  if (decimal === undefined) {
    throw new ProtocolError(judgeDecimal(text) === "too-large" ? "number-too-large" : "number-malformed", { path: "" });
  }
  return decimal;
}

/** How many decimals the value needs: `101.10` needs one. */
export function decimalsOf(text: string): number {
  const point = text.indexOf(".");
  if (point < 0) {
    return 0;
  }
  let end = text.length;
  while (text[end - 1] === "0") {
    end -= 1;
  }
  return end - point - 1;
}
