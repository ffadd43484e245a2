/** Something to be measured against others. */
export interface Entrant {
  readonly name: string;
  /** Does the work once and returns how long the measured part took, in milliseconds. */
  run(): number;
  /** How many operations one {@link Entrant.run} does. */
  readonly operations: number;
  /** Looks at what the last run left, once a pass; throws when it is wrong. Not measured. */
  check?(): void;
}

/** How to measure. */
export interface MeasureOptions {
  /** Passes over all entrants; the median counts. At least 5 for a figure that is written down. */
  readonly passes: number;
  /** An entrant runs again within a pass until so much time was measured, in milliseconds. */
  readonly minMs: number;
}

/** The pass that warms up is so many times as long as the others: a compiler needs to see the code run hot. */
const warmUpFactor = 4;

/**
 * Operations a second of each entrant: the median over passes. Entrants take turns within a pass and their order
 * rotates from pass to pass, so that whatever disturbs the machine disturbs all. A pass before the first warms up.
 */
export function measure(entrants: readonly Entrant[], options: MeasureOptions): ReadonlyMap<string, number> {
  const rates = new Map(entrants.map(({ name }): [string, number[]] => [name, []]));
  for (const entrant of entrants) {
    rateOf(entrant, options.minMs * warmUpFactor);
  }
  for (let pass = 0; pass < options.passes; pass++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      const entrant = entrants[(turn + pass) % entrants.length] as Entrant;
      rates.get(entrant.name)?.push(rateOf(entrant, options.minMs));
    }
  }
  return new Map(Array.from(rates, ([name, list]) => [name, median(list)]));
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
}

/** The mean of ratios: the same whichever contestant is the base. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

function rateOf(entrant: Entrant, minMs: number): number {
  let elapsedMs = 0;
  let operations = 0;
  do {
    elapsedMs += entrant.run();
    operations += entrant.operations;
  } while (elapsedMs < minMs);
  entrant.check?.();
  return (operations / elapsedMs) * 1000;
}
