import { parseDecimal, readDecimal } from "./decimal.js";

/**
 * The text of an integer that is scaled by 10^scale, with exactly `scale` decimals: `formatScaled(1011, 1)` is `101.1`.
 *
 * @param scaled an integer; a number must be below 2^53
 */
export function formatScaled(scaled: number | bigint, scale: number): string {
  const text = scaled < 0 ? String(-scaled) : String(scaled);
  const sign = scaled < 0 ? "-" : "";
  if (scale === 0) {
    return sign + text;
  }
  const padded = text.padStart(scale + 1, "0");
  const point = padded.length - scale;
  return `${sign}${padded.slice(0, point)}.${padded.slice(point)}`;
}

/**
 * The decimal times 10^scale, or undefined when it is finer than that.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 */
export function toScaled(text: string, scale: number): bigint | undefined {
  const { digits, scale: ownScale } = parseDecimal(text);
  if (ownScale <= scale) {
    return digits * 10n ** BigInt(scale - ownScale);
  }
  const divisor = 10n ** BigInt(ownScale - scale);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/**
 * The decimal without its decimals beyond `scale`, cut off and not rounded. A text that is not finer comes back unchanged.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 * @spec document 2, Endpoints, Trade-limit semantics
 */
export function dropDecimals(text: string, scale: number): string {
  const { digits, scale: ownScale } = parseDecimal(text);
  return ownScale <= scale ? text : formatScaled(digits / 10n ** BigInt(ownScale - scale), scale);
}

/** The text without zeros at the end of its fraction: `101.10` becomes `101.1`, `5.0` becomes `5`. */
export function trimDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

const withExponent = /^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([+-]?[0-9]{1,3})$/;

/**
 * The plain decimal of a JSON number: `1e-7` becomes `0.0000001`. A text without exponent comes back unchanged; the result
 * is undefined if it is not a number or has too many digits.
 */
export function expandExponent(text: string): string | undefined {
  const match = withExponent.exec(text);
  if (match === null) {
    return readDecimal(text) === undefined ? undefined : text;
  }
  const [, sign, whole, fraction = "", exponentText] = match as unknown as [string, string, string, string?, string?];
  const exponent = Number(exponentText);
  const digits = whole + fraction;
  const point = whole.length + exponent;
  let plain: string;
  if (point <= 0) {
    plain = `0.${"0".repeat(-point)}${digits}`;
  } else if (point >= digits.length) {
    plain = digits + "0".repeat(point - digits.length);
  } else {
    plain = `${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  const result = sign + plain;
  return readDecimal(result) === undefined ? undefined : result;
}
