import { Command, CommanderError } from "commander";

/** What `npm run guard` was asked to do. */
export interface GuardCommandOptions {
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface GuardCommandRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface GuardCommandOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** Reads the arguments behind `npm run guard --`. */
export function parseGuardOptions(
  argv: readonly string[],
  output: GuardCommandOutput,
): GuardCommandOptions | GuardCommandRefusal {
  const command = new Command("npm run guard --")
    .usage("[options]")
    .description("Asks sandboxes in every way that a page, another machine or a broken client may, over real sockets.")
    .allowExcessArguments(false)
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  return { summary: command.opts<{ readonly json?: true }>().json === true ? "json" : "text" };
}
