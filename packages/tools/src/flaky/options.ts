import { Command, CommanderError } from "commander";
import { integerOption } from "../command-line/integer-option.js";

/** What `npm run flaky` was asked to do. */
export interface FlakyOptions {
  /** How often each file runs. */
  readonly times: number;
  /** How many processes spin beside the specs. */
  readonly busy: number;
  /** No file starts after so many minutes, and none runs on; absent: no limit. */
  readonly minutes?: number;
  /** Only the specs that changes after this commit touch; absent: whatever changed. */
  readonly since?: string;
  /** `live`: only the specs that reach a socket, a thread, a process or the machine's time. */
  readonly scope: "all" | "live";
  /** The first round's order; each later round has the next number. */
  readonly seed: number;
  /** Parts of paths, as vitest takes them; empty: all specs. */
  readonly files: readonly string[];
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface FlakyRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface FlakyOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

type ParsedFlags = Omit<FlakyOptions, "scope" | "files" | "summary"> & { readonly live?: true; readonly json?: true };

/** Reads the arguments behind `npm run flaky --`. */
export function parseFlakyOptions(argv: readonly string[], output: FlakyOutput): FlakyOptions | FlakyRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { live, json, ...options } = command.opts<ParsedFlags>();
  return {
    ...options,
    scope: live === true ? "live" : "all",
    files: command.args,
    summary: json === true ? "json" : "text",
  };
}

function createCommand(output: FlakyOutput): Command {
  return new Command("npm run flaky --")
    .usage("[options] [file...]")
    .description(
      "Runs spec files again and again, each time in another order, and names those that do not always pass.",
    )
    .argument("[file...]", "parts of paths, as vitest takes them; without any, all spec files")
    .addOption(integerOption("--times <count>", "how often each file runs", 1, 10_000).default(5))
    .addOption(integerOption("--busy <count>", "processes that spin beside the specs", 0, 64).default(0))
    .addOption(integerOption("--minutes <count>", "end after so long, wherever it is", 1, 10_000))
    .option("--since <commit>", "only specs whose content changed after the commit, or that import a file whose did")
    .option("--live", "only specs that reach a socket, a thread, a process or the machine's time")
    .addOption(integerOption("--seed <number>", "the order of the first round", 0, 2 ** 31 - 1).default(1))
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}
