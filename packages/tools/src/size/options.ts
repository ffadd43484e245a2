import { Command, CommanderError } from "commander";
import { usageText } from "../command-line/usage-text.js";

/** What `npm run size` was asked to do. */
export interface SizeOptions {
  /** `built`: the packages as they stand in the workspace; `packed`: as they are published, packed and unpacked. */
  readonly packages: "built" | "packed";
  /** How many of each bundle's largest files are listed. */
  readonly listed: "none" | "all";
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** Where the command's own words go. */
export interface SizeOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** Reads the arguments behind `npm run size --`. */
export function parseSizeOptions(
  argv: readonly string[],
  output: SizeOutput,
): SizeOptions | { readonly exitCode: number } {
  const command = new Command("npm run size --")
    .usage("[options]")
    .description("Bundles the smallest useful parts as a page would, and compares their compressed bytes with budgets.")
    .allowExcessArguments(false)
    .option("--packed", "pack the packages first, and bundle what is in the tarballs")
    .option("--inputs", "list what each file adds")
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
  const { packed, inputs, json } = command.opts<{ packed?: true; inputs?: true; json?: true }>();
  return {
    packages: packed === true ? "packed" : "built",
    listed: inputs === true ? "all" : "none",
    summary: json === true ? "json" : "text",
  };
}
