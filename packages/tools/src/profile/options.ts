import { InvalidArgumentError, Option } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run profile` was asked to do. */
export interface ProfileOptions {
  /** How long the program is profiled once everything runs. */
  readonly minutes: number;
  /** How long everything runs before. */
  readonly warmUpMs: number;
  readonly pairs: number;
  readonly shards: number;
  /** Reads of the accelerator a second. */
  readonly readsPerSecond: number;
  /** Whether the dashboard is open in Chromium. */
  readonly page: "open" | "none";
  /** Folder of the pictures and profiles. */
  readonly out: string;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface ParsedFlags extends Omit<ProfileOptions, "page" | "warmUpMs" | "readsPerSecond" | "summary"> {
  readonly page: boolean;
  readonly warmUp: number;
  readonly reads: number;
}

const minMinutes = 0.02;
const maxMinutes = 600;
const msPerSecond = 1_000;

/** Reads the arguments behind `npm run profile --`. */
export function parseProfileOptions(argv: readonly string[], output: CommandOutput): ProfileOptions | CommandRefusal {
  const command = workspaceCommand(
    "profile",
    "Runs npm start under load, with the dashboard open, and shows where time and memory go: a flame graph, and tables by process, package and function.",
  )
    .addOption(new Option("--minutes <count>", "how long it is profiled").argParser(toMinutes).default(1))
    .addOption(integerOption("--warm-up <seconds>", "how long everything runs before", 0, 600).default(10))
    .addOption(integerOption("--pairs <count>", "pairs to trade and follow", 1, 200).default(20))
    .addOption(integerOption("--shards <count>", "number of threads for books, 0 for none", 0, 16).default(2))
    .addOption(integerOption("--reads <count>", "reads of the accelerator a second", 0, 10_000).default(200))
    .option("--no-page", "without the dashboard in Chromium")
    .option("--out <folder>", "where the flame graph and the profiles are put", ".artifacts/profile");
  return readCommandLine(command, argv, output, ({ page, warmUp, reads, ...rest }: ParsedFlags) => ({
    ...rest,
    warmUpMs: warmUp * msPerSecond,
    readsPerSecond: reads,
    page: page ? ("open" as const) : ("none" as const),
  }));
}

function toMinutes(text: string): number {
  const value = /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minMinutes && value <= maxMinutes) {
    return value;
  }
  throw new InvalidArgumentError(`It must be a number from ${minMinutes} to ${maxMinutes}.`);
}
