import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run blocks` was asked to do. */
export interface BlocksOptions {
  /** Parts of the pages' paths; empty: all pages. */
  readonly pages: readonly string[];
  /** Folder of tarballs to install in place of packing. */
  readonly tarballs?: string;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run blocks --`. */
export function parseBlocksOptions(argv: readonly string[], output: CommandOutput): BlocksOptions | CommandRefusal {
  const command = workspaceCommand(
    "blocks",
    "Type-checks and runs every code block of README, guides and packages' READMEs, against the packed packages and the sandbox.",
  )
    .option("--page <parts>", "comma-separated parts of the paths of pages; all without it")
    .option("--tarballs <folder>", "install the tarballs of this folder; without it the packages are packed");
  return readCommandLine(command, argv, output, ({ page, tarballs }: { page?: string; tarballs?: string }) => ({
    pages: page?.split(",") ?? [],
    ...(tarballs === undefined ? {} : { tarballs }),
  }));
}
