import { Command, CommanderError } from "commander";
import { usageText } from "../command-line/usage-text.js";

/** What `npm run house` was asked to do. */
export interface HouseCommandOptions {
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
  /** What happens to the checked-in list of public names. */
  readonly doors: "check" | "write";
}

/** The command line was answered already; the program ends with this code. */
export interface HouseCommandRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface HouseCommandOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** Reads the arguments behind `npm run house --`. */
export function parseHouseOptions(
  argv: readonly string[],
  output: HouseCommandOutput,
): HouseCommandOptions | HouseCommandRefusal {
  const command = new Command("npm run house --")
    .usage("[options]")
    .description("Looks at the house from above: arrows, circles, sizes, and the names at each package's doors.")
    .allowExcessArguments(false)
    .option("--write-doors", "write the list of public names anew, in place of checking it")
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: (words) => output.err(usageText(words)) })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { json, writeDoors } = command.opts<{ readonly json?: true; readonly writeDoors?: true }>();
  return { summary: json === true ? "json" : "text", doors: writeDoors === true ? "write" : "check" };
}
