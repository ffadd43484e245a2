import { type IdSize, idSizes, type QueueRule, queueRules } from "@depthwire/exchange/internal";
import { Command, InvalidArgumentError, Option } from "commander";
import { addGuardFlags, type GuardFlags } from "../guard/guard-flags.js";
import { type Durability, durabilities } from "../journal/durability.js";
import { type MarketEnd, marketEnds, marketSpeedBounds } from "../market/market-options.js";
import { profiles } from "../profile.js";
import { usualPort } from "./usual-port.js";

/** What the command line says. */
export interface Flags extends GuardFlags {
  readonly port?: number;
  readonly pairs?: number | readonly string[];
  readonly seed?: number;
  readonly data?: string;
  readonly dataAtLeast: number;
  readonly acceptOlderState?: true;
  readonly durability: Durability;
  readonly profile: "documented" | "deployed";
  readonly serviceName: string;
  readonly depthInterval: number;
  readonly rate: number;
  readonly requests: number;
  readonly timestampTolerance: number;
  readonly tolerant?: true;
  readonly uniqueClientIds?: true;
  readonly ids: IdSize;
  readonly plainBelow: number;
  readonly refuseReplays?: true;
  readonly faults?: string;
  readonly terms?: string;
  readonly history?: number;
  readonly latency?: string;
  readonly scenario?: string;
  readonly market?: string;
  readonly marketSpeed?: number;
  readonly marketEnd?: MarketEnd;
  readonly queue?: QueueRule;
  readonly credentialFile?: string;
  readonly json?: true;
}

function wholeNumber(text: string): number {
  if (!/^-?[0-9]{1,15}$/.test(text)) {
    throw new InvalidArgumentError("it must be a whole number");
  }
  return Number(text);
}

function marketSpeed(text: string): number {
  const { min, max } = marketSpeedBounds;
  const speed = /^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : 0;
  if (!(speed >= min && speed <= max)) {
    throw new InvalidArgumentError(`it must be a number from ${min} to ${max}`);
  }
  return speed;
}

/** A value that would take the place of an earlier one in silence. */
function once(text: string, before: string | undefined): string {
  if (before !== undefined) {
    throw new InvalidArgumentError("it must be given once: a directory has the files of several markets");
  }
  return text;
}

const unitsMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };

function timeSpan(text: string): number {
  const [, digits = "", unit = ""] = /^([0-9]{1,6})([dhms])$/.exec(text) ?? [];
  const ms = text === "0" ? 0 : Number(digits) * (unitsMs[unit] ?? Number.NaN);
  if (Number.isNaN(ms)) {
    throw new InvalidArgumentError("it must be a time such as 30d, 12h, 90m, or 0");
  }
  return ms;
}

function pairsOf(text: string): number | readonly string[] {
  return /^[0-9]+$/.test(text) ? wholeNumber(text) : text.split(",");
}

const exitCodes = `
In place of options: scenarios [name | --schema] lists the scenarios that come along, shows one, or shows the schema of such files;
export <what> prints fills, orders, ledger, equity or liquidations of a sandbox that runs (export --help); snapshots takes snapshots of it, goes
back to one or begins a second venue from one (snapshots --help); clock says its time, lets it stand, run or pass at once (clock --help).

Exit codes: 0 after Ctrl-C; 1 when it could not start, or could not keep what happened; 2 when the command line is wrong.`;

/** Adds the options for what happens in the venue, and what has happened before. */
function addCourseOptions(program: Command): Command {
  return program
    .option("--faults <file>", 'a plan of faults as JSON: one rule, a list, or {"faults": [...]}')
    .option("--terms <file>", "leverage brackets, fees, limits, price band, insurance, funding period, as JSON")
    .addOption(
      new Option(
        "--history <time>",
        "how far back the agents' candles and deals go at the start, such as 30d, 12h or 0; 2d by default",
      ).argParser(timeSpan),
    )
    .option("--latency <file>", "how long requests, answers and pushed messages take, by account, as JSON")
    .option("--scenario <name or file>", "what happens when: one of those that `scenarios` lists, or a file of JSON");
}

/** Adds the options for a recorded market. */
function addMarketOptions(program: Command): Command {
  return program
    .option(
      "--market <file or directory>",
      "play a recorded market in place of the agents: newline-delimited JSON, gzip or plain",
      once,
    )
    .addOption(
      new Option(
        "--market-speed <number>",
        "how many of its milliseconds pass in one of the sandbox's; 1 by default",
      ).argParser(marketSpeed),
    )
    .addOption(
      new Option(
        "--market-end <what>",
        "after its last record the books are empty (the default), stay, or begin again",
      ).choices([...marketEnds]),
    )
    .addOption(
      new Option(
        "--queue <rule>",
        "where your waiting orders stand among the recorded ones; behind-all by default",
      ).choices([...queueRules]),
    );
}

/** Adds every other option of its own. */
function addOptions(program: Command): Command {
  return program
    .option(
      "--port <number>",
      `port for HTTP and WebSocket, 0 for any free one; by default ${usualPort} if it is free`,
      wholeNumber,
    )
    .option(
      "--pairs <number or names>",
      "number of USDT-margined pairs, or names separated by commas; all by default",
      pairsOf,
    )
    .option(
      "--seed <number>",
      "determines the market (1 by default) and, when given, keys and secrets too",
      wholeNumber,
    )
    .option("--data <directory>", "keep everything in this directory: the next start continues where this one ends")
    .option(
      "--data-at-least <command>",
      "refuse a directory that did not reach this command; 1 refuses to begin a new venue",
      wholeNumber,
      0,
    )
    .option("--accept-older-state", "continue from what can be read, even if acknowledged commands are missing")
    .addOption(new Option("--durability <name>", "what a crash may lose").choices([...durabilities]).default("process"))
    .addOption(
      new Option("--profile <name>", "behave like the documents, or like real deployments")
        .choices([...profiles])
        .default("documented"),
    )
    .option("--service-name <name>", "the deployment's name in header and channel names", "svc")
    .option("--depth-interval <ms>", "time between two depth messages of a pair", wholeNumber, 100)
    .option("--rate <frames>", "extra depth frames a second for load, over all pairs listened to", wholeNumber, 0)
    .option("--tolerant", "also accept the forms of requests that deployments accept")
    .option(
      "--requests <number>",
      "requests allowed to one key or address in 5 s; 0 allows any number",
      wholeNumber,
      30,
    )
    .option("--timestamp-tolerance <ms>", "largest error of a signed timestamp", wholeNumber, 30_000)
    .option("--unique-client-ids", "refuse an order whose client id another order has")
    .addOption(
      new Option("--ids <size>", "ids of orders below 2^53, or above it").choices([...idSizes]).default("small"),
    )
    .option("--plain-below <bytes>", "data messages shorter than this are not compressed", wholeNumber, 256)
    .option("--refuse-replays", "accept each signature only once")
    .option(
      "--credential-file <file>",
      "put the demo account's key there, of mode 0600, until it ends; at another port than the usual one, beside it",
    )
    .option("--json", "print one line of JSON instead of text");
}

/**
 * Reads the arguments of the program. Help and version are printed when they are asked for.
 *
 * @throws CommanderError when the program is to end: with exit code 0 after help or version, else since the arguments are wrong
 */
export function parseFlags(argv: readonly string[], version: string, name: string): Flags {
  const program = addOptions(addMarketOptions(addCourseOptions(addGuardFlags(new Command(name)))))
    .description("An exchange of your own: order books that move, REST and push on one port")
    .version(version, "--version", "print the version")
    .addHelpText("after", exitCodes)
    // The caller says what is wrong.
    .configureOutput({ outputError: () => {} })
    .exitOverride();
  return program.parse(argv, { from: "user" }).opts<Flags>();
}
