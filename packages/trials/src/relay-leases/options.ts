import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";

/** What `npm run relay-leases` was asked to do. */
export interface LeasesOptions {
  /** How often another process gets a lease. */
  readonly takeovers: number;
  readonly seed: number;
  /** `three-replicas`: leases in three replicas, where a take counts without being confirmed: it must show. */
  readonly store: "one-replica" | "three-replicas";
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface ParsedFlags extends Pick<LeasesOptions, "takeovers" | "seed"> {
  readonly allowUnsafeStore?: true;
}

/** Reads the arguments behind `npm run relay-leases --`. */
export function parseLeasesOptions(argv: readonly string[], output: CommandOutput): LeasesOptions | CommandRefusal {
  const command = workspaceCommand(
    "relay-leases",
    "Processes take leases from one another on three nats-servers that die, hang and are cut off: do two ever act for one lease at the same moment?",
  )
    .addOption(integerOption("--takeovers <count>", "how often another one gets a lease", 1, 1_000_000).default(500))
    .addOption(integerOption("--seed <number>", "decides what happens to whom", 0, 2 ** 31 - 1).default(1))
    .option("--allow-unsafe-store", "three replicas, and a take counts without being confirmed: it must show");
  return readCommandLine(command, argv, output, ({ takeovers, seed, allowUnsafeStore }: ParsedFlags) => ({
    takeovers,
    seed,
    store: allowUnsafeStore === true ? "three-replicas" : "one-replica",
  }));
}
