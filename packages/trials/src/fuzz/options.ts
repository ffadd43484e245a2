import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { targets } from "./targets/all-targets.js";

/** What `npm run fuzz` was asked to do. */
export interface FuzzOptions {
  /** Over all targets, by their shares. */
  readonly inputs: number;
  /** The run ends after so many minutes, however many inputs are left. */
  readonly minutes: number;
  readonly seed: number;
  /** Names of targets; all by default. */
  readonly targets: readonly string[];
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

type Flags = Omit<FuzzOptions, "targets" | "summary"> & { readonly target?: string };

/** Reads the arguments behind `npm run fuzz --`. */
export function parseFuzzOptions(argv: readonly string[], output: CommandOutput): FuzzOptions | CommandRefusal {
  const names = targets.map(({ name }) => name);
  const command = workspaceCommand(
    "fuzz",
    "Hands foreign bytes to everything that reads them, guided by what they reach, and holds the outcome against a strict judge.",
  )
    .addOption(
      integerOption("--inputs <count>", "inputs of all targets together", 100, 1_000_000_000).default(1_000_000),
    )
    .addOption(integerOption("--minutes <count>", "most minutes", 1, 10_000).default(600))
    .addOption(integerOption("--seed <number>", "repeats a run", 0, 2 ** 31 - 1).default(Date.now() % 2 ** 31))
    .option("--target <names>", `some targets, with commas between: ${names.join(", ")}`);
  return readCommandLine(command, argv, output, ({ target, ...flags }: Flags) => {
    const wanted = target?.split(",") ?? names;
    const unknown = wanted.find((name) => !names.includes(name));
    if (unknown !== undefined) {
      command.error(
        `error: option '--target <names>' argument '${unknown}' is invalid. There are ${names.join(", ")}.`,
      );
    }
    return { ...flags, targets: wanted };
  });
}
