import type { CommandOutcome } from "../command-line/outcome.js";
import type { MutationSummary } from "./report.js";
import { type Interval, intervalOf, type MutantSample } from "./sample.js";

/** The JSON of `--package NAME --json`. */
export interface PackageScore {
  readonly package: string;
  /** Mutants that were tested. */
  readonly mutants: number;
  /** All that the package has, tables left out. */
  readonly of: number;
  /** Absent when all were tested. */
  readonly seed?: number;
  readonly killed: number;
  /** The listed ones among them. */
  readonly survived: number;
  /** Ended because they ran far longer than the code that they stand for; they count as found. */
  readonly timedOut: number;
  /** Percentage of mutants that were found, of those that are not listed. */
  readonly score: number;
  /** Where the score of the whole package is, at 95 %; the score itself where no mutant was left out. */
  readonly interval: Interval;
  /** Survivors that may survive, each for a reason on record. */
  readonly listed: number;
  /** Those that are not listed. */
  readonly survivors: readonly { readonly file: string; readonly line: number; readonly change: string }[];
}

/** What a run over one package says about all of it. */
export function scorePackage(
  name: string,
  { summary, text, failures }: CommandOutcome<MutationSummary>,
  sample: MutantSample | undefined,
): CommandOutcome<PackageScore> {
  const { mutants, drawnFrom, killed, survived, timeout, score, listed, survivors } = summary;
  const isWhole = mutants >= drawnFrom;
  const interval: Interval = isWhole ? [score, score] : intervalOf(killed + timeout, mutants - listed);
  const words = isWhole
    ? `all ${mutants} mutants were tested`
    : `${mutants} of ${drawnFrom} mutants were tested; the whole package is between ${interval[0]} and ${interval[1]} % (95 %)`;
  const drawn = sample === undefined ? {} : { seed: sample.seed };
  return {
    summary: {
      package: name,
      mutants,
      of: drawnFrom,
      ...drawn,
      killed,
      survived,
      timedOut: timeout,
      score,
      interval,
      listed,
      survivors: survivors.map(({ file, line, from, to }) => ({ file, line, change: `${from} → ${to}` })),
    },
    text: `${text}\n${name}: ${words}`,
    failures,
  };
}
