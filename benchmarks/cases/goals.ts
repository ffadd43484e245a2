/** A figure to reach. */
export interface Goal {
  readonly id: string;
  /** In words: `at least 7 times ccxt`. */
  readonly wanted: string;
  /** What was measured; undefined when it could not be. */
  readonly got: number | undefined;
  readonly met: boolean;
  /** Why it could not be measured. */
  readonly skipped?: string;
  /** Of a figure that misses: what it is made of, by a profile. */
  readonly bound?: string;
}

/** The same with what bounds it, which is told where it misses. */
export function boundBy(one: Goal, bound: string): Goal {
  return one.met ? one : { ...one, bound };
}

/** A figure that should be large. */
export function atLeast(id: string, min: number, what: string, got: number | undefined): Goal {
  return goal(id, `at least ${min} ${what}`, got, (value) => value >= min);
}

/** A figure that should be small. */
export function atMost(id: string, max: number, what: string, got: number | undefined): Goal {
  return goal(id, `at most ${max} ${what}`, got, (value) => value <= max);
}

function goal(id: string, wanted: string, got: number | undefined, holds: (value: number) => boolean): Goal {
  if (got === undefined) {
    return { id, wanted, got, met: false, skipped: "not measured here" };
  }
  return { id, wanted, got: Math.round(got * 1000) / 1000, met: holds(got) };
}
