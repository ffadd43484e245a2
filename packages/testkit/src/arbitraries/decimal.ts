import * as fc from "fast-check";

/** Bounds of {@link decimalText}. */
export interface DecimalBounds {
  /** Most digits before the point; default 7. */
  readonly wholeDigits?: number;
  /** Most digits after the point; default 8. */
  readonly fractionDigits?: number;
}

/** Non-negative decimals as the venue writes them: `0`, `0.604`, `47741.80`; zeros at the end of a fraction occur. */
export function decimalText(bounds: DecimalBounds = {}): fc.Arbitrary<string> {
  const { wholeDigits = 7, fractionDigits = 8 } = bounds;
  const whole = fc.bigInt({ min: 0n, max: 10n ** BigInt(wholeDigits) - 1n }).map(String);
  const fraction = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: fractionDigits });
  return fc.tuple(whole, fraction).map(([before, after]) => (after === "" ? before : `${before}.${after}`));
}

/** As {@link decimalText}, without those of value 0. */
export function positiveDecimalText(bounds: DecimalBounds = {}): fc.Arbitrary<string> {
  return decimalText(bounds).filter((text) => /[1-9]/.test(text));
}

/** Other spellings of the same value: zeros added at the end of the fraction. */
export function respelledDecimal(text: string): fc.Arbitrary<string> {
  const withPoint = text.includes(".") ? text : `${text}.`;
  return fc.integer({ min: 0, max: 3 }).map((zeros) => (zeros === 0 ? text : withPoint + "0".repeat(zeros)));
}

/** Texts that are not decimals of the venue's grammar. */
export function malformedDecimalText(): fc.Arbitrary<string> {
  return fc.constantFrom(
    "",
    ".",
    "-",
    "1.",
    ".5",
    "1.2.3",
    "1,5",
    " 1",
    "1 ",
    "0x10",
    "NaN",
    "Infinity",
    "1_000",
    "--1",
    "١",
  );
}
