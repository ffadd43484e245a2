import { compareDecimal } from "@depthwire/core";
import { formatScaled, judgeDecimal, parseDecimal, trimDecimal } from "@depthwire/core/internal";

/** `left + right`, exactly, without zeros at the end. */
export function addDecimal(left: string, right: string): string {
  return combine(left, right, 1n);
}

/** `left - right`, exactly, without zeros at the end. */
export function subtractDecimal(left: string, right: string): string {
  return combine(left, right, -1n);
}

/** The decimal without its sign. */
export function magnitude(text: string): string {
  return text.startsWith("-") ? text.slice(1) : text;
}

/** Whether the decimal is zero, however it is written. */
export function isZero(text: string): boolean {
  return parseDecimal(text).digits === 0n;
}

/** Whether the decimal is greater than zero. */
export function isPositive(text: string): boolean {
  return parseDecimal(text).digits > 0n;
}

/** Whether two decoded records say the same. Decimals are compared by value. */
export function saysTheSame(left: object, right: object): boolean {
  const one = left as Record<string, unknown>;
  const other = right as Record<string, unknown>;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    if (!sameField(one[key], other[key])) {
      return false;
    }
  }
  return true;
}

function sameField(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  return (
    typeof left === "string" &&
    typeof right === "string" &&
    judgeDecimal(left) === "fine" &&
    judgeDecimal(right) === "fine" &&
    compareDecimal(left, right) === 0
  );
}

function combine(left: string, right: string, sign: 1n | -1n): string {
  const one = parseDecimal(left);
  const other = parseDecimal(right);
  const scale = Math.max(one.scale, other.scale);
  const sum = one.digits * 10n ** BigInt(scale - one.scale) + sign * other.digits * 10n ** BigInt(scale - other.scale);
  return trimDecimal(formatScaled(sum, scale));
}
