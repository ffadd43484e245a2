import { integerOption, usageText } from "@depthwire/tools/command-line";
import { Command, CommanderError, Option } from "commander";
import { type FaultKind, faultKinds } from "./fault-kinds.js";
import type { WithoutPart } from "./member-messages.js";

/** What `npm run relay-faults` was asked to do. */
export interface RelayFaultsOptions {
  /** How long faults are made; undefined where their number was given. */
  readonly minutes: number | undefined;
  readonly faults: number | undefined;
  readonly seed: number;
  readonly without: WithoutPart;
  /** This kind alone. */
  readonly only: FaultKind | undefined;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

const usageExitCode = 2;
const defaultMinutes = 10;

interface ParsedFlags extends Partial<Pick<RelayFaultsOptions, "minutes" | "faults" | "only">> {
  readonly seed: number;
  readonly without?: Exclude<WithoutPart, "nothing">;
  readonly json?: true;
}

/** Reads the arguments behind `npm run relay-faults --`. */
export function parseRelayFaultsOptions(
  argv: readonly string[],
  output: { out(text: string): void; err(text: string): void },
): RelayFaultsOptions | { readonly exitCode: number } {
  const command = new Command("npm run relay-faults --")
    .usage("[options]")
    .description(
      "Owners, consumers, three nats-servers and a venue in processes of their own, which die, stop, hang and are cut off: does a consumer ever show a book as live that is not?",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--minutes <count>", "how long faults are made (default: 10)", 1, 10_000))
    .addOption(
      integerOption("--faults <count>", "so many faults, however long they take", 1, 1_000_000).conflicts("minutes"),
    )
    .addOption(integerOption("--seed <number>", "decides what happens to whom", 0, 2 ** 31 - 1).default(1))
    .addOption(
      new Option("--without <part>", "what consumers are kept from using: it must show").choices([
        "terms",
        "echo",
        "counter",
      ]),
    )
    .addOption(new Option("--only <kind>", "faults of this kind alone").choices(faultKinds))
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
  const { minutes, faults, seed, without = "nothing", only, json } = command.opts<ParsedFlags>();
  return {
    minutes: faults === undefined ? (minutes ?? defaultMinutes) : undefined,
    faults,
    seed,
    without,
    only,
    summary: json === true ? "json" : "text",
  };
}
