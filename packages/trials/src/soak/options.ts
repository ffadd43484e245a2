import { integerOption } from "@depthwire/tools/command-line";
import { Command, CommanderError } from "commander";

/** What `npm run soak` was asked to do. */
export interface SoakOptions {
  /** How long the steady traffic lasts. */
  readonly minutes: number;
  /** How many clients are connected and closed one after the other. */
  readonly cycles: number;
  /** Threads that keep the client's books; 0 keeps them on its main thread. */
  readonly shards: number;
  /** What each closed client leaves in memory on purpose, in bytes: the command must see it. */
  readonly heldBytes: number;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface SoakRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface SoakOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;
/** Fewer cycles are hardly more than the samples between them. */
const minCycles = 40;

type ParsedFlags = Omit<SoakOptions, "summary"> & { readonly json?: true };

/** Reads the arguments behind `npm run soak --`. */
export function parseSoakOptions(argv: readonly string[], output: SoakOutput): SoakOptions | SoakRefusal {
  const command = new Command("npm run soak --")
    .usage("[options]")
    .description(
      "A client under steady traffic for a long time, then connected and closed again and again: what stays in memory?",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--minutes <count>", "how long the steady traffic lasts", 1, 10_000).default(60))
    .addOption(
      integerOption("--cycles <count>", "clients that are connected and closed", minCycles, 1_000_000).default(2_000),
    )
    .addOption(integerOption("--shards <count>", "threads that keep the client's books", 0, 16).default(0))
    .addOption(
      integerOption(
        "--held-bytes <count>",
        "kept of each closed client: it shows that this check can fail",
        0,
        10_000_000,
      ).default(0),
    )
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
  const { json, ...options } = command.opts<ParsedFlags>();
  return { ...options, summary: json === true ? "json" : "text" };
}
