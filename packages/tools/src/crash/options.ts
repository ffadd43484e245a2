import type { Durability } from "@depthwire/sandbox";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";

/** What `npm run crash` was asked to do. */
export interface CrashOptions {
  /** How many sandboxes are to be killed. */
  readonly kills: number;
  /** Repeats the plan; what is met at a kill depends on the machine all the same. */
  readonly seed: number;
  /** How many sandboxes live side by side. */
  readonly lanes: number;
  readonly durability: Durability;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface CrashRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface CrashOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

interface ParsedFlags extends Omit<CrashOptions, "summary"> {
  readonly json?: true;
}

/** Reads the arguments behind `npm run crash --`. */
export function parseCrashOptions(argv: readonly string[], output: CrashOutput): CrashOptions | CrashRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { json, ...options } = command.opts<ParsedFlags>();
  return { ...options, summary: json === true ? "json" : "text" };
}

function createCommand(output: CrashOutput): Command {
  return new Command("npm run crash --")
    .usage("--kills <count> [options]")
    .description("Kills sandboxes while they write, and looks whether everything that they had acknowledged is there.")
    .allowExcessArguments(false)
    .addOption(integerOption("--kills <count>", "sandboxes to kill", 1, 1_000_000).makeOptionMandatory())
    .addOption(integerOption("--seed <number>", "repeats a plan", 0, 2 ** 31 - 1).default(1))
    .addOption(integerOption("--lanes <count>", "sandboxes side by side", 1, 32).default(3))
    .addOption(
      new Option("--durability <name>", "relaxed acknowledges before it writes: it shows that this check can fail")
        .choices(["relaxed", "process", "machine"])
        .default("process"),
    )
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}

function integerOption(flags: string, description: string, lowest: number, highest: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${lowest} to ${highest}.`);
  });
}
