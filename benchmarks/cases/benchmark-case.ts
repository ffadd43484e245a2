import type { MeasureOptions } from "../runner/measure.js";
import type { CaseReport } from "../runner/report.js";

/** What a case gets to work with. */
export interface CaseContext extends MeasureOptions {
  /** `benchmarks/peers`; only cases that need a peer from it install it. */
  readonly peersFolder: string;
  /** Messages of one stretch where a corpus is taken a stretch at a time. At least 40,000 for a figure that is written down. */
  readonly stretchMessages: number;
  /** A look whether it works: the smallest part of each case. */
  readonly short: boolean;
  /** Tells people what goes on. */
  readonly progress: (text: string) => void;
}

/** A benchmark by name. It may report several cases. */
export interface BenchmarkCase {
  readonly name: string;
  readonly run: (context: CaseContext) => Promise<readonly CaseReport[]>;
}
