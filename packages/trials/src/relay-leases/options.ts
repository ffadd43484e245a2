import { integerOption, usageText } from "@depthwire/tools/command-line";
import { Command, CommanderError } from "commander";

/** What `npm run relay-leases` was asked to do. */
export interface LeasesOptions {
  /** How often another process gets a lease. */
  readonly takeovers: number;
  readonly seed: number;
  /** `three-replicas`: leases in three replicas, where a take counts without being confirmed: it must show. */
  readonly store: "one-replica" | "three-replicas";
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

const usageExitCode = 2;

interface ParsedFlags extends Pick<LeasesOptions, "takeovers" | "seed"> {
  readonly allowUnsafeStore?: true;
  readonly json?: true;
}

/** Reads the arguments behind `npm run relay-leases --`. */
export function parseLeasesOptions(
  argv: readonly string[],
  output: { out(text: string): void; err(text: string): void },
): LeasesOptions | { readonly exitCode: number } {
  const command = new Command("npm run relay-leases --")
    .usage("[options]")
    .description(
      "Processes take leases from one another on three nats-servers that die, hang and are cut off: do two ever act for one lease at the same moment?",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--takeovers <count>", "how often another one gets a lease", 1, 1_000_000).default(500))
    .addOption(integerOption("--seed <number>", "decides what happens to whom", 0, 2 ** 31 - 1).default(1))
    .option("--allow-unsafe-store", "three replicas, and a take counts without being confirmed: it must show")
    .option("--json", "end with the summary as one line of JSON")
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
  const { takeovers, seed, allowUnsafeStore, json } = command.opts<ParsedFlags>();
  const store = allowUnsafeStore === true ? "three-replicas" : "one-replica";
  return { takeovers, seed, store, summary: json === true ? "json" : "text" };
}
