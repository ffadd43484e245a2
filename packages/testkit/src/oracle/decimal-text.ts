/** A decimal as an integer and the number of its digits after the point: `digits / 10^scale`. */
export interface OracleDecimal {
  readonly digits: bigint;
  readonly scale: number;
}

const grammar = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Reads `-12.340`; `undefined` for everything that is not digits with at most one point inside. */
export function readDecimal(text: string): OracleDecimal | undefined {
  const match = grammar.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign = "", whole = "", fraction = ""] = match;
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

/** Below 0, 0 or above 0, as `left` is below, equal to or above `right` by value. */
export function compareByValue(left: OracleDecimal, right: OracleDecimal): number {
  const scale = Math.max(left.scale, right.scale);
  const difference =
    left.digits * 10n ** BigInt(scale - left.scale) - right.digits * 10n ** BigInt(scale - right.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * The one text of a value: no zeros in front, none at the end of the fraction, no point without a fraction, no `-0`.
 * `101.10` and `101.1` both give `101.1` (`@spec field note 12`: price identity is by value).
 */
export function canonicalDecimal(value: OracleDecimal): string {
  const negative = value.digits < 0n;
  const digits = (negative ? -value.digits : value.digits).toString().padStart(value.scale + 1, "0");
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits.slice(digits.length - value.scale).replace(/0+$/, "");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}
