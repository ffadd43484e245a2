import { type Decimal, parseDecimal } from "./decimal.js";

/**
 * Compares two decimals by value: `101.1` and `101.10` are equal.
 *
 * @returns -1, 0 or 1 as `left` is less than, equal to or greater than `right`
 * @throws ProtocolError `number-malformed`, `number-too-large`
 * @spec field note 12
 */
export function compareDecimal(left: string, right: string): -1 | 0 | 1 {
  const [leftDigits, rightDigits] = atSameScale(parseDecimal(left), parseDecimal(right));
  if (leftDigits === rightDigits) {
    return 0;
  }
  return leftDigits < rightDigits ? -1 : 1;
}

/**
 * Whether `value` is a whole multiple of `unit`. Zero is a multiple of every unit, and nothing else is one of zero.
 *
 * @throws ProtocolError `number-malformed`, `number-too-large`
 * @spec document 1, Limits, order quantity
 */
export function isMultipleOf(value: string, unit: string): boolean {
  const [valueDigits, unitDigits] = atSameScale(parseDecimal(value), parseDecimal(unit));
  return unitDigits === 0n ? valueDigits === 0n : valueDigits % unitDigits === 0n;
}

function atSameScale(left: Decimal, right: Decimal): [bigint, bigint] {
  const scale = Math.max(left.scale, right.scale);
  return [left.digits * 10n ** BigInt(scale - left.scale), right.digits * 10n ** BigInt(scale - right.scale)];
}
