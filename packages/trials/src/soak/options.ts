import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";

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
  readonly summary: Summary;
}

/** Fewer cycles are hardly more than the samples between them. */
const minCycles = 40;

/** Reads the arguments behind `npm run soak --`. */
export function parseSoakOptions(argv: readonly string[], output: CommandOutput): SoakOptions | CommandRefusal {
  const command = workspaceCommand(
    "soak",
    "A client under steady traffic for a long time, then connected and closed again and again: what stays in memory?",
  )
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
    );
  return readCommandLine(command, argv, output, (flags: Omit<SoakOptions, "summary">) => flags);
}
