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

const plainDecimal = /^(-?)0*([0-9]+?)(?:\.([0-9]+))?$/;

/** Why a text is no decimal, or `fine`. */
export type DecimalVerdict = "fine" | "malformed" | "too-large";

/**
 * Whether `text` is a plain decimal: digits with an optional minus sign and an optional fraction, without exponent, with at most
 * {@link maxDecimalDigits} digits. Leading zeros are allowed and mean nothing.
 */
export function judgeDecimal(text: string): DecimalVerdict {
  if (text.length > maxDecimalLength) {
    return "too-large";
  }
  const match = plainDecimal.exec(text);
  if (match === null) {
    return "malformed";
  }
  const digits = (match[2] as string).length + (match[3]?.length ?? 0);
  // A whole part of zero is no digit of its own: 0.<38 digits> fits.
  const counted = match[2] === "0" ? digits - 1 : digits;
  return counted > maxDecimalDigits ? "too-large" : "fine";
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
 * @throws ProtocolError `number-malformed` when it is no plain decimal, `number-too-large` when it has more than 38 digits
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
