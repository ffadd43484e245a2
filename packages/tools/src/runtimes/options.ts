import { Command, CommanderError } from "commander";
import { usageText } from "../command-line/usage-text.js";

/** What `npm run runtimes` was asked to do. */
export interface RuntimesOptions {
  /** Names, or beginnings of names; empty: all of the extent. */
  readonly only: readonly string[];
  /** `short`: what is quick and needs no large download. */
  readonly extent: "short" | "whole";
  /** Folder of tarballs to try in place of packing. */
  readonly tarballs?: string;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** Where the command's own words go. */
export interface RuntimesOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/**
 * Reads the arguments behind `npm run runtimes --`.
 *
 * @param names of the runtimes that there are
 */
export function parseRuntimesOptions(
  argv: readonly string[],
  names: readonly string[],
  output: RuntimesOutput,
): RuntimesOptions | { readonly exitCode: number } {
  const command = new Command("npm run runtimes --")
    .usage("[options]")
    .description("Installs the packed packages in an empty folder and runs the same smoke in every runtime.")
    .allowExcessArguments(false)
    .option("--only <names>", `comma-separated names, or beginnings of them: ${names.join(", ")}`)
    .option("--short", "what is quick, without the large runtimes")
    .option("--tarballs <folder>", "try the tarballs of this folder; without it the packages are packed")
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: (text) => output.err(usageText(text)) })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const given = command.opts<{ only?: string; short?: true; tarballs?: string; json?: true }>();
  const only = given.only?.split(",") ?? [];
  const unknown = only.find((part) => part === "" || !names.some((name) => name.startsWith(part)));
  if (unknown !== undefined) {
    output.err(`--only ${unknown}: there is no such runtime; there are ${names.join(", ")}\n`);
    return { exitCode: usageExitCode };
  }
  return {
    only,
    extent: given.short === true ? "short" : "whole",
    ...(given.tarballs === undefined ? {} : { tarballs: given.tarballs }),
    summary: given.json === true ? "json" : "text",
  };
}
