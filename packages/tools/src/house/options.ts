import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run house` was asked to do. */
export interface HouseCommandOptions {
  /** What the last line of standard output is. */
  readonly summary: Summary;
  /** What happens to the checked-in list of public names. */
  readonly doors: "check" | "write";
}

/** Reads the arguments behind `npm run house --`. */
export function parseHouseOptions(
  argv: readonly string[],
  output: CommandOutput,
): HouseCommandOptions | CommandRefusal {
  const command = workspaceCommand(
    "house",
    "Looks at the house from above: arrows, circles, sizes, and the names at each package's doors.",
  ).option("--write-doors", "write the list of public names anew, in place of checking it");
  return readCommandLine(command, argv, output, ({ writeDoors }: { readonly writeDoors?: true }) => ({
    doors: writeDoors === true ? "write" : "check",
  }));
}
