import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { InvalidArgumentError } from "commander";

/** What `npm run model` was asked to do. */
export interface ModelOptions {
  /** Commands with books kept inline, and as many with books kept in threads. */
  readonly commands: number;
  readonly seed: number;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run model --`. */
export function parseModelOptions(argv: readonly string[], output: CommandOutput): ModelOptions | CommandRefusal {
  const command = workspaceCommand(
    "model",
    "Random commands against the engine; every live view is held against the slow readable book.",
  )
    .option("--commands <count>", "commands inline, and as many in threads", integer(1, 100_000_000), 100_000)
    .option("--seed <number>", "repeats a run", integer(0, 2 ** 31 - 1), Date.now() % 2 ** 31);
  return readCommandLine(command, argv, output, (flags: Omit<ModelOptions, "summary">) => flags);
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
