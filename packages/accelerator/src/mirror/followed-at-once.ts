import type { AcceleratorOptions } from "../options.js";
import type { ReplayedVenue } from "../replay/replayed-venue.js";

/** Pairs that are followed before anybody asks. */
export interface FollowedAtOnce {
  readonly books: readonly string[];
  readonly trades: readonly string[];
  readonly tickers: readonly string[];
}

/**
 * What is followed from the start: the books that were named; for a recording trades and tickers beside them, so that its replay has them; of a
 * recording everything that it has, since who asks later than its messages came would miss them.
 */
export function followedAtOnce(
  { pairs = [], record }: Pick<AcceleratorOptions, "pairs" | "record">,
  replay: ReplayedVenue | undefined,
): FollowedAtOnce {
  const recorded = record === undefined ? [] : pairs;
  const channels = replay?.channels ?? [];
  const withRecorded = (named: readonly string[], wanted: string): readonly string[] => [
    ...new Set([...named, ...channels.filter(({ kind }) => kind === wanted).map(({ pair }) => pair)]),
  ];
  return {
    books: withRecorded(pairs, "depth"),
    trades: withRecorded(recorded, "deals"),
    tickers: withRecorded(recorded, "ticker"),
  };
}
