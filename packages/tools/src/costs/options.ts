import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run costs` was asked to do. */
export interface CostsOptions {
  /** A file that `SPEC_COSTS=FILE npm test` has written; absent: `npm test` is run now. */
  readonly from?: string;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run costs --`. */
export function parseCostsOptions(argv: readonly string[], output: CommandOutput): CostsOptions | CommandRefusal {
  const command = workspaceCommand(
    "costs",
    "Shows what each spec file of npm test takes in processor time, and fails where one takes too much.",
  ).option("--from <file>", "read what SPEC_COSTS=FILE npm test has written, in place of running it");
  return readCommandLine(command, argv, output, ({ from }: { readonly from?: string }) =>
    from === undefined ? {} : { from },
  );
}
