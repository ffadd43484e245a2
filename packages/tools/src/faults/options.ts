import { Command, CommanderError, Option } from "commander";
import { integerOption } from "../command-line/integer-option.js";
import { type DisconnectOptions, defaultLanes } from "./disconnects/run.js";
import { type ClientHabit, clientHabits } from "./orders/clients.js";
import type { OrderOptions } from "./orders/run.js";
import type { OutageOptions } from "./outages/run.js";
import type { StartRule } from "./threads/killed-shard.js";
import type { ThreadOptions } from "./threads/run.js";

/** What `npm run faults` was asked to do: one kind of run. */
export interface FaultOptions {
  readonly disconnects?: DisconnectOptions;
  readonly orders?: OrderOptions;
  readonly outages?: OutageOptions;
  readonly threads?: ThreadOptions;
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
  readonly disconnects?: number;
  readonly orders?: number;
  readonly outages?: number;
  readonly threads?: number;
  readonly recovery: "on" | "off";
  readonly client: ClientHabit;
  readonly startRule: StartRule;
  readonly seed: number;
  readonly lanes: number;
  readonly sequencePolicy: "contiguous" | "monotonic";
  readonly protocol: "a" | "b" | "both";
  readonly json?: true;
}

/** Options that say what is done. */
const kindsOfRun = ["disconnects", "orders", "outages", "threads"] as const;

const protocolsOf = { a: ["prefix"], b: ["channel"], both: ["prefix", "channel"] } as const;

/** Reads the arguments behind `npm run faults --`. */
export function parseFaultOptions(argv: readonly string[], output: FaultOutput): FaultOptions | FaultRefusal {
  const command = createCommand(output);
  try {
    command.parse(argv, { from: "user" });
    const given = kindsOfRun.filter((kind) => command.getOptionValue(kind) !== undefined);
    if (given.length !== 1) command.error(`error: exactly one of ${kindsOfRun.map((kind) => `--${kind}`).join(", ")}`);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const flags = command.opts<ParsedFlags>();
  return { ...runOf(flags), summary: flags.json === true ? "json" : "text" };
}

function runOf(flags: ParsedFlags): Omit<FaultOptions, "summary"> {
  const { disconnects, orders, outages, threads, seed, lanes, sequencePolicy, protocol } = flags;
  const { recovery, client: habit, startRule } = flags;
  if (orders !== undefined) return { orders: { orders, seed, habit } };
  if (outages !== undefined) return { outages: { outages, seed, recovery } };
  if (threads !== undefined) return { threads: { kills: threads, seed, startRule } };
  if (disconnects === undefined) return {};
  return { disconnects: { disconnects, seed, lanes, sequencePolicy, protocols: protocolsOf[protocol] } };
}

function createCommand(output: FaultOutput): Command {
  return new Command("npm run faults --")
    .usage("--disconnects <count> | --orders <count> | --outages <count> | --threads <count> [options]")
    .description(
      "Harms what lies between a venue and its clients, and holds what they believe against the truth: books through broken connections, orders whose calls are cut off, accounts through outages of their stream, shards whose threads are killed.",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--disconnects <count>", "connections to break", 1, 1_000_000))
    .addOption(integerOption("--orders <count>", "orders to place while calls are cut off", 1, 10_000_000))
    .addOption(integerOption("--outages <count>", "outages of an account's stream", 1, 1_000_000))
    .addOption(integerOption("--threads <count>", "threads of shards to kill", 1, 1_000_000))
    .addOption(
      new Option("--start-rule <name>", "impatient ends threads that start: it shows that this check can fail")
        .choices(["patient", "impatient"])
        .default("patient"),
    )
    .addOption(
      new Option("--recovery <switch>", "off: nobody asks for what was missed, which shows that this check can fail")
        .choices(["on", "off"])
        .default("on"),
    )
    .addOption(
      new Option("--client <habit>", "how orders are placed; all but the first show that this check can fail")
        .choices(clientHabits)
        .default("careful"),
    )
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
