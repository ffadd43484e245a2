import { Command, CommanderError } from "commander";
import { usageText } from "./usage-text.js";

/** The command line was answered already, with help or with what is wrong; the program ends with this code. */
export interface CommandRefusal {
  readonly exitCode: number;
}

/** Where the words about a command line go. */
export interface CommandOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** What the last line of standard output is. */
export type Summary = "text" | "json";

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** `npm run NAME --`, before its own options. */
export function workspaceCommand(name: string, description: string): Command {
  return new Command(`npm run ${name} --`).usage("[options]").description(description).allowExcessArguments(false);
}

/**
 * Reads the arguments of a command, which has `--json` and `--help` beside its own options.
 *
 * @param optionsOf what was asked, from the flags; it may call `command.error`
 */
export function readCommandLine<Flags, Options extends object>(
  command: Command,
  argv: readonly string[],
  output: CommandOutput,
  optionsOf: (flags: Flags) => Options,
): (Options & { readonly summary: Summary }) | CommandRefusal {
  command
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: (words) => output.err(usageText(words)) })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
    const { json, ...flags } = command.opts<{ readonly json?: true }>();
    return { ...optionsOf(flags as Flags), summary: json === true ? "json" : "text" };
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
}
