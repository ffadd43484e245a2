import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run size` was asked to do. */
export interface SizeOptions {
  /** `built`: the packages as they stand in the workspace; `packed`: as they are published, packed and unpacked. */
  readonly packages: "built" | "packed";
  /** How many of each bundle's largest files are listed. */
  readonly listed: "none" | "all";
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run size --`. */
export function parseSizeOptions(argv: readonly string[], output: CommandOutput): SizeOptions | CommandRefusal {
  const command = workspaceCommand(
    "size",
    "Bundles the smallest useful parts as a page would, and compares their compressed bytes with budgets.",
  )
    .option("--packed", "pack the packages first, and bundle what is in the tarballs")
    .option("--inputs", "list what each file adds");
  return readCommandLine(command, argv, output, ({ packed, inputs }: { packed?: true; inputs?: true }) => ({
    packages: packed === true ? "packed" : "built",
    listed: inputs === true ? "all" : "none",
  }));
}
