import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { Option } from "commander";
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
  readonly summary: Summary;
}

const defaultMinutes = 10;

interface ParsedFlags extends Partial<Pick<RelayFaultsOptions, "minutes" | "faults" | "only">> {
  readonly seed: number;
  readonly without?: Exclude<WithoutPart, "nothing">;
}

/** Reads the arguments behind `npm run relay-faults --`. */
export function parseRelayFaultsOptions(
  argv: readonly string[],
  output: CommandOutput,
): RelayFaultsOptions | CommandRefusal {
  const command = workspaceCommand(
    "relay-faults",
    "Owners, consumers, three nats-servers and a venue in processes of their own, which die, stop, hang and are cut off: does a consumer ever show a book as live that is not?",
  )
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
    .addOption(new Option("--only <kind>", "faults of this kind alone").choices(faultKinds));
  return readCommandLine(command, argv, output, (flags: ParsedFlags) => {
    const { minutes, faults, seed, without = "nothing", only } = flags;
    return { minutes: faults === undefined ? (minutes ?? defaultMinutes) : undefined, faults, seed, without, only };
  });
}
