/** What a run of faults came to. */
export interface FaultOutcome {
  /** The last line of standard output with `--json`. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** The same for people. */
  readonly text: string;
  /** What went wrong, as sentences; empty when all is well. */
  readonly failures: readonly string[];
}

/** One kind of run, asked for by an option of its own. */
export interface FaultMode<Options> {
  run(options: Options, progress: (text: string) => void): Promise<FaultOutcome>;
}
