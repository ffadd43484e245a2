/** What a run of a command came to. */
export interface CommandOutcome<Summary extends object = Readonly<Record<string, unknown>>> {
  /** The last line of standard output with `--json`. */
  readonly summary: Summary;
  /** The same for people. */
  readonly text: string;
  /** What went wrong, or proved too little, as sentences; empty when all is well. */
  readonly failures: readonly string[];
}
