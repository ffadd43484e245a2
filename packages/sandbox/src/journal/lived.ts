/** One time that an exchange went back. */
export interface KeptReturn {
  /** Its own number among the commands. */
  readonly number: number;
  /** Number of the command behind which the exchange was then. */
  readonly backTo: number;
}

/** Commands from one number to another, both included. */
export interface CommandRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Which commands an exchange has lived through, of all that were kept: those of pasts that it gave up are not among them.
 *
 * @param last number of the last one
 * @returns ranges in the order of their numbers
 */
export function livedThrough(returns: readonly KeptReturn[], last: number): readonly CommandRange[] {
  const ranges: CommandRange[] = [];
  let end = last;
  for (const { number, backTo } of returns.toReversed()) {
    // A return that was given up itself has no say.
    if (number <= end) {
      ranges.push({ first: number + 1, last: end });
      end = backTo;
    }
  }
  ranges.push({ first: 1, last: end });
  return ranges.filter((range) => range.first <= range.last).toReversed();
}
