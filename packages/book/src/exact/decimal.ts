import { ValidationError } from "@depthwire/core";
import { formatScaled, readDecimal, trimDecimal } from "@depthwire/core/internal";

/** A decimal as an integer and its scale: `scaled` × 10^-`scale`. */
export interface ScaledDecimal {
  readonly scaled: bigint;
  readonly scale: number;
}

/** An exact decimal that somebody passes in: its text, or an integer and its scale. */
export type DecimalInput = string | ScaledDecimal;

/** A computed exact decimal. Its reader chooses the form; it becomes a `number` only on request. */
export class ExactDecimal implements ScaledDecimal {
  readonly scaled: bigint;
  readonly scale: number;

  constructor(scaled: bigint, scale: number) {
    this.scaled = scaled;
    this.scale = scale;
  }

  /** The exact value without needless zeros: `101.1`. */
  get text(): string {
    return trimDecimal(formatScaled(this.scaled, this.scale));
  }

  /** The nearest `number`: not exact. */
  toNumber(): number {
    return Number(this.text);
  }

  /** The same as {@link ExactDecimal.text}. */
  toString(): string {
    return this.text;
  }

  /** The same as {@link ExactDecimal.text}. */
  toJSON(): string {
    return this.text;
  }
}

/**
 * The decimal that a caller passed in as `name`.
 *
 * @throws ValidationError `value-invalid` when the text is not a decimal of at most 38 digits
 */
export function decimalInput(input: DecimalInput, name: string): ScaledDecimal {
  if (typeof input !== "string") {
    return input;
  }
  const decimal = readDecimal(input);
  if (decimal === undefined) {
    throw new ValidationError("value-invalid", { path: name, rule: "a decimal as text, such as 101.5" });
  }
  return { scaled: decimal.digits, scale: decimal.scale };
}

/** -1, 0 or 1 as `left` is less than, equal to or greater than `right`. */
export function compareScaled(left: ScaledDecimal, right: ScaledDecimal): -1 | 0 | 1 {
  const scale = Math.max(left.scale, right.scale);
  const difference = scaledTo(left, scale) - scaledTo(right, scale);
  if (difference === 0n) {
    return 0;
  }
  return difference < 0n ? -1 : 1;
}

/** The integer at a scale that is not coarser than the decimal's own. */
export function scaledTo({ scaled, scale: own }: ScaledDecimal, scale: number): bigint {
  return own === scale ? scaled : scaled * 10n ** BigInt(scale - own);
}
