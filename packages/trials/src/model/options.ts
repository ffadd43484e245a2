import { Command, CommanderError, InvalidArgumentError } from "commander";

/** What `npm run model` was asked to do. */
export interface ModelOptions {
  /** Commands with books kept inline, and as many with books kept in threads. */
  readonly commands: number;
  readonly seed: number;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface ModelRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface ModelOutput {
  out(text: string): void;
  err(text: string): void;
}

const usageExitCode = 2;

/** Reads the arguments behind `npm run model --`. */
export function parseModelOptions(argv: readonly string[], output: ModelOutput): ModelOptions | ModelRefusal {
  const command = new Command("npm run model --")
    .usage("[options]")
    .description("Random commands against the engine; every live view is held against the slow readable book.")
    .allowExcessArguments(false)
    .option("--commands <count>", "commands inline, and as many in threads", integer(1, 100_000_000), 100_000)
    .option("--seed <number>", "repeats a run", integer(0, 2 ** 31 - 1), Date.now() % 2 ** 31)
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
  const { json, ...rest } = command.opts<{ commands: number; seed: number; json?: true }>();
  return { ...rest, summary: json === true ? "json" : "text" };
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) {
      return value;
    }
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
