import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";

/** What `npm run guard` was asked to do. */
export interface GuardCommandOptions {
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run guard --`. */
export function parseGuardOptions(
  argv: readonly string[],
  output: CommandOutput,
): GuardCommandOptions | CommandRefusal {
  const command = workspaceCommand(
    "guard",
    "Asks sandboxes in every way that a page, another machine or a broken client may, over real sockets.",
  );
  return readCommandLine(command, argv, output, () => ({}));
}
