import { formatScaled } from "@depthwire/core/internal";
import type { ScaledDecimal } from "./decimal.js";

/** Where a quotient goes that has more decimals than asked for; `half-even`: to the nearest, a tie to the even digit. */
export type Rounding = "toward-zero" | "away-from-zero" | "half-even";

/** An exact fraction, such as a volume-weighted price. It is rounded only by name. */
export class ExactRatio {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** The value with exactly `decimals` decimals. */
  toText(decimals: number, rounding: Rounding): string {
    const { numerator, denominator } = this;
    const negative = numerator < 0n;
    const dividend = (negative ? -numerator : numerator) * 10n ** BigInt(decimals);
    const quotient = dividend / denominator;
    const away = isRoundedAway(quotient, dividend % denominator, denominator, rounding);
    const magnitude = away ? quotient + 1n : quotient;
    return formatScaled(negative ? -magnitude : magnitude, decimals);
  }

  /** A `number` close to the value, at least 15 digits of it right. */
  toNumber(): number {
    const { numerator, denominator } = this;
    const magnitude = numerator < 0n ? -numerator : numerator;
    const missing = 20 + String(denominator).length - String(magnitude).length;
    const shift = Math.max(0, missing);
    return Number(`${(numerator * 10n ** BigInt(shift)) / denominator}e-${shift}`);
  }
}

/** `dividend` ÷ `divisor`. The divisor is not 0. */
export function exactRatio(dividend: ScaledDecimal, divisor: ScaledDecimal): ExactRatio {
  const sign = divisor.scaled < 0n ? -1n : 1n;
  return new ExactRatio(
    sign * dividend.scaled * 10n ** BigInt(divisor.scale),
    sign * divisor.scaled * 10n ** BigInt(dividend.scale),
  );
}

function isRoundedAway(quotient: bigint, remainder: bigint, divisor: bigint, rounding: Rounding): boolean {
  switch (rounding) {
    case "toward-zero":
      return false;
    case "away-from-zero":
      return remainder > 0n;
    case "half-even": {
      const twice = 2n * remainder;
      return twice === divisor ? quotient % 2n === 1n : twice > divisor;
    }
  }
}
