import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";

/** What `npm run protocol-models` was asked to do. */
export interface ModelsOptions {
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run protocol-models --`. */
export function parseModelsOptions(argv: readonly string[], output: CommandOutput): ModelsOptions | CommandRefusal {
  const command = workspaceCommand(
    "protocol-models",
    "Checks the relay's models exhaustively with spin, and that it finds what is planted in them.",
  );
  return readCommandLine(command, argv, output, () => ({}));
}
