import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run runtimes` was asked to do. */
export interface RuntimesOptions {
  /** Names, or beginnings of names; empty: all of the extent. */
  readonly only: readonly string[];
  /** `short`: what is quick and needs no large download. */
  readonly extent: "short" | "whole";
  /** Folder of tarballs to try in place of packing. */
  readonly tarballs?: string;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/**
 * Reads the arguments behind `npm run runtimes --`.
 *
 * @param names of the runtimes that there are
 */
export function parseRuntimesOptions(
  argv: readonly string[],
  names: readonly string[],
  output: CommandOutput,
): RuntimesOptions | CommandRefusal {
  const command = workspaceCommand(
    "runtimes",
    "Installs the packed packages in an empty folder and runs the same smoke in every runtime.",
  )
    .option("--only <names>", `comma-separated names, or beginnings of them: ${names.join(", ")}`)
    .option("--short", "what is quick, without the large runtimes")
    .option("--tarballs <folder>", "try the tarballs of this folder; without it the packages are packed");
  return readCommandLine(command, argv, output, (flags: { only?: string; short?: true; tarballs?: string }) => {
    const only = flags.only?.split(",") ?? [];
    const unknown = only.find((part) => part === "" || !names.some((name) => name.startsWith(part)));
    if (unknown !== undefined) {
      command.error(`--only ${unknown}: there is no such runtime; there are ${names.join(", ")}`);
    }
    return {
      only,
      extent: flags.short === true ? "short" : "whole",
      ...(flags.tarballs === undefined ? {} : { tarballs: flags.tarballs }),
    };
  });
}
