import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type DisconnectOptions, defaultLanes } from "./disconnects/run.js";

/** What `npm run faults` was asked to do. */
export interface FaultOptions {
  readonly disconnects: DisconnectOptions;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface FaultRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface FaultOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

interface ParsedFlags {
  readonly disconnects: number;
  readonly seed: number;
  readonly lanes: number;
  readonly sequencePolicy: "contiguous" | "monotonic";
  readonly protocol: "a" | "b" | "both";
  readonly json?: true;
}

const protocolsOf = { a: ["prefix"], b: ["channel"], both: ["prefix", "channel"] } as const;

/** Reads the arguments behind `npm run faults --`. */
export function parseFaultOptions(argv: readonly string[], output: FaultOutput): FaultOptions | FaultRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { json, protocol, ...rest } = command.opts<ParsedFlags>();
  const disconnects = { ...rest, protocols: protocolsOf[protocol] };
  return { disconnects, summary: json === true ? "json" : "text" };
}

function createCommand(output: FaultOutput): Command {
  return new Command("npm run faults --")
    .usage("--disconnects <count> [options]")
    .description(
      "Harms connections and messages between a sandbox and the engine, and holds every live book against the truth.",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--disconnects <count>", "connections to break", 1, 1_000_000).makeOptionMandatory())
    .addOption(integerOption("--seed <number>", "repeats a plan", 0, 2 ** 31 - 1).default(1))
    .addOption(integerOption("--lanes <count>", "connections harmed side by side", 1, 64).default(defaultLanes))
    .addOption(
      new Option("--sequence-policy <name>", "monotonic cannot see losses: it shows that this check can fail")
        .choices(["contiguous", "monotonic"])
        .default("contiguous"),
    )
    .addOption(
      new Option("--protocol <name>", "push protocol that is spoken").choices(["a", "b", "both"]).default("both"),
    )
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
}

function integerOption(flags: string, description: string, lowest: number, highest: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${lowest} to ${highest}.`);
  });
}
