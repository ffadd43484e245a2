import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { type Command, Option } from "commander";
import { type DisconnectOptions, defaultLanes } from "./disconnects/run.js";
import { type ClientHabit as NetworkClient, clientHabits as networkClients } from "./network/client-messages.js";
import { type NetworkOptions, scenarioNames } from "./network/run.js";
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
  readonly network?: NetworkOptions;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface ParsedFlags {
  readonly disconnects?: number;
  readonly orders?: number;
  readonly outages?: number;
  readonly threads?: number;
  readonly recovery: "on" | "off";
  readonly network?: true;
  readonly networkClient: NetworkClient;
  readonly scenario: readonly string[];
  readonly client: ClientHabit;
  readonly startRule: StartRule;
  readonly seed: number;
  readonly lanes?: number;
  readonly sequencePolicy: "contiguous" | "monotonic";
  readonly protocol: "a" | "b" | "both";
}

/** Options that say what is done. With `--network`, `--orders` says how many of its orders there are. */
const kindsOfRun = ["disconnects", "orders", "outages", "threads", "network"] as const;

/** Orders of a run of scenarios, where nothing else is said. */
const defaultNetworkOrders = 2_000;
/** Scenarios at the same time, where nothing else is said: most of their time they wait. */
const defaultNetworkLanes = 4;

const protocolsOf = { a: ["prefix"], b: ["channel"], both: ["prefix", "channel"] } as const;

/** Reads the arguments behind `npm run faults --`. */
export function parseFaultOptions(argv: readonly string[], output: CommandOutput): FaultOptions | CommandRefusal {
  const command = createCommand();
  return readCommandLine(command, argv, output, (flags: ParsedFlags) => {
    const isGiven = (kind: string): boolean => command.getOptionValue(kind) !== undefined;
    const given = kindsOfRun.filter((kind) => isGiven(kind) && !(kind === "orders" && isGiven("network")));
    if (given.length !== 1) {
      command.error(`error: exactly one of ${kindsOfRun.map((kind) => `--${kind}`).join(", ")}`);
    }
    return runOf(flags);
  });
}

function runOf(flags: ParsedFlags): Omit<FaultOptions, "summary"> {
  const { disconnects, orders, outages, threads, seed, lanes, sequencePolicy, protocol } = flags;
  const { recovery, client: habit, startRule } = flags;
  if (flags.network === true) {
    return { network: networkOf(flags) };
  }
  if (orders !== undefined) {
    return { orders: { orders, seed, habit } };
  }
  if (outages !== undefined) {
    return { outages: { outages, seed, recovery } };
  }
  if (threads !== undefined) {
    return { threads: { kills: threads, seed, startRule } };
  }
  if (disconnects === undefined) {
    return {};
  }
  const protocols = protocolsOf[protocol];
  return { disconnects: { disconnects, seed, lanes: lanes ?? defaultLanes, sequencePolicy, protocols } };
}

function networkOf(flags: ParsedFlags): NetworkOptions {
  const { orders = defaultNetworkOrders, lanes = defaultNetworkLanes, seed, networkClient: habit, scenario } = flags;
  return { orders, seed, habit, lanes, names: scenario };
}

function createCommand(): Command {
  return workspaceCommand(
    "faults",
    "Harms what lies between a venue and its clients, and holds what they believe against the truth: books through broken connections, orders whose calls are cut off, accounts through outages of their stream, shards whose threads are killed, and real processes through networks, venues and machines that fail.",
  )
    .usage("--disconnects <count> | --orders <count> | --outages <count> | --threads <count> | --network [options]")
    .addOption(integerOption("--disconnects <count>", "connections to break", 1, 1_000_000))
    .addOption(integerOption("--orders <count>", "orders to place while calls are cut off", 1, 10_000_000))
    .addOption(integerOption("--outages <count>", "outages of an account's stream", 1, 1_000_000))
    .addOption(integerOption("--threads <count>", "threads of shards to kill", 1, 1_000_000))
    .addOption(
      new Option("--start-rule <name>", "impatient ends threads that start: it shows that this check can fail")
        .choices(["patient", "impatient"])
        .default("patient"),
    )
    .option("--network", "play scenarios with real processes and sockets; --orders says with how many orders in all")
    .addOption(
      new Option("--scenario <name...>", "of --network: those that are played; all without it")
        .choices(scenarioNames)
        .default([]),
    )
    .addOption(
      new Option("--network-client <habit>", "of --network: all but the first show that this check can fail")
        .choices(networkClients)
        .default("careful"),
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
    .addOption(integerOption("--lanes <count>", "connections harmed, or scenarios played, side by side", 1, 64))
    .addOption(
      new Option("--sequence-policy <name>", "monotonic cannot see losses: it shows that this check can fail")
        .choices(["contiguous", "monotonic"])
        .default("contiguous"),
    )
    .addOption(
      new Option("--protocol <name>", "push protocol that is spoken").choices(["a", "b", "both"]).default("both"),
    );
}
