/** What is drawn of a package's mutants. */
export interface MutantSample {
  /** How many are drawn; all, when there are no more. */
  readonly count: number;
  /** The same seed draws the same mutants of the same sources. */
  readonly seed: number;
}

/** Bounds of a percentage. */
export type Interval = readonly [low: number, high: number];

/** Two sides of the standard normal distribution hold 95 % between them. */
const standardErrors = 1.959_964;

/**
 * Draws items at equal distances from a place that the seed decides: each has the same chance, and every file gives as
 * many as its share of all.
 */
export function drawEvenly<T>(items: readonly T[], { count, seed }: MutantSample): readonly T[] {
  if (items.length <= count) {
    return items;
  }
  const distance = items.length / count;
  const first = fractionOf(seed) * distance;
  return Array.from({ length: count }, (_, index) => items[Math.floor(first + index * distance)] as T);
}

/** Wilson's interval at 95 % for the part of all that a sample stands for, in percent. */
export function intervalOf(found: number, drawn: number): Interval {
  if (drawn === 0) {
    return [0, 100];
  }
  const part = found / drawn;
  const square = standardErrors ** 2;
  const middle = (part + square / (2 * drawn)) / (1 + square / drawn);
  const reach =
    (standardErrors / (1 + square / drawn)) * Math.sqrt((part * (1 - part)) / drawn + square / (4 * drawn ** 2));
  return [inPercent(Math.max(0, middle - reach)), inPercent(Math.min(1, middle + reach))];
}

function inPercent(part: number): number {
  return Math.round(part * 1_000) / 10;
}

/** A seed as a number from 0 to below 1, by the multiplier of Knuth's multiplicative hash. */
function fractionOf(seed: number): number {
  return (Math.imul(seed + 1, 0x9e37_79b1) >>> 0) / 2 ** 32;
}
