import { readFile } from "node:fs/promises";
import { errorCodes, type Logger } from "@depthwire/core";
import { Command, InvalidArgumentError, Option } from "commander";
import { type IdSize, idSizes } from "./exchange/view/wire-ids.js";
import { checkFaultPlan } from "./faults/check-fault.js";
import type { FaultRule } from "./faults/fault.js";
import { addGuardFlags, type GuardFlags, guardOptionsOf, withoutGuardFlags } from "./guard/guard-flags.js";
import { type Durability, durabilities } from "./journal/journal.js";
import { StoreError } from "./journal/store-error.js";
import type { SandboxOptions } from "./options.js";
import { profiles } from "./profile.js";
import { type Sandbox, startSandbox } from "./sandbox.js";
import { checkTerms } from "./terms/check-terms.js";
import type { TermsOptions } from "./terms/terms-options.js";

/** Taken when it is free, unless another one is asked for. */
const usualPort = 8090;

interface Flags extends GuardFlags {
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
  readonly json?: true;
}

function wholeNumber(text: string): number {
  if (!/^-?[0-9]{1,15}$/.test(text)) throw new InvalidArgumentError("A whole number is wanted.");
  return Number(text);
}

function pairsOf(text: string): number | readonly string[] {
  return /^[0-9]+$/.test(text) ? wholeNumber(text) : text.split(",");
}

function parseFlags(): Flags {
  const program = addGuardFlags(new Command("depthwire-sandbox"))
    .description("An exchange of your own: order books that move, REST and push on one port")
    .option(
      "--port <number>",
      `port for HTTP and WebSocket, 0: any free one; ${usualPort} when that is free`,
      wholeNumber,
    )
    .option(
      "--pairs <number or names>",
      "how many USDT-margined pairs, or names with commas between; all by default",
      pairsOf,
    )
    .option("--seed <number>", "decides the market (1 by default) and, when given, keys and secrets too", wholeNumber)
    .option("--data <directory>", "keep everything there: the next start goes on where this one ends")
    .option("--data-at-least <command>", "refuse a directory that came less far; 1 begins no new venue", wholeNumber, 0)
    .option("--accept-older-state", "go on from whatever can be read, where less is there than was acknowledged")
    .addOption(new Option("--durability <name>", "what a crash may cost").choices([...durabilities]).default("process"))
    .addOption(new Option("--profile <name>", "whose habits it has").choices([...profiles]).default("documented"))
    .option("--service-name <name>", "the deployment's name in header and channel names", "svc")
    .option("--depth-interval <ms>", "between two depth messages of a pair", wholeNumber, 100)
    .option("--rate <frames>", "depth frames a second on top, over all pairs listened to, for load", wholeNumber, 0)
    .option("--tolerant", "take the forms of requests that deployments take, too")
    .option("--requests <number>", "requests of one key or address in 5 s; 0 takes any number", wholeNumber, 30)
    .option("--timestamp-tolerance <ms>", "how far a signed timestamp may be off", wholeNumber, 30_000)
    .option("--unique-client-ids", "refuse an order whose client id another one has")
    .addOption(
      new Option("--ids <size>", "ids of orders below 2^53, or above it").choices([...idSizes]).default("small"),
    )
    .option("--plain-below <bytes>", "data messages shorter than this are not compressed", wholeNumber, 256)
    .option("--refuse-replays", "take each signature once")
    .option("--faults <file>", 'a plan of faults as JSON: one rule, a list, or {"faults": [...]}')
    .option("--terms <file>", "leverage brackets, fees, limits, price band, insurance, funding period, as JSON")
    .option("--json", "print one line of JSON instead of text");
  return program.parse().opts<Flags>();
}

const errorOutput: Logger = {
  log: (level, event, fields) => {
    const { text } = fields;
    const words = typeof text === "string" ? text : JSON.stringify(fields);
    process.stderr.write(`${level} ${event} ${words}\n`);
  },
};

/** What a start found in the data directory: a new venue is never begun without a word. */
function describeData({ recovery }: Sandbox, directory: string): string {
  if (recovery === undefined) return "";
  const { last } = recovery;
  const found = last === 0 ? "a new venue begins here" : `goes on from command ${last}`;
  return `  data        ${directory}   (${found})\n`;
}

function describe(sandbox: Sandbox, data: string | undefined): string {
  const [pair] = sandbox.pairs;
  return [
    `The sandbox is open (profile ${sandbox.profile}, ${sandbox.pairs.length} pairs). Ctrl-C ends it.`,
    "",
    `  REST        ${sandbox.restUrl}`,
    `  push        ${sandbox.pushUrl}`,
    `  API key     ${sandbox.credential.apiKey}`,
    `  API secret  ${sandbox.credential.apiSecret}   (opens nothing but this sandbox)`,
    describeData(sandbox, data ?? ""),
    "What to try next:",
    "",
    `  curl "${sandbox.restUrl}/v2/mdata/depth?pair=${pair}&size=3"`,
    "  the README's twenty lines, which follow a book and trade",
    "  docs/guides/sandbox.md: signed requests, the operator, faults, and who may ask",
    "",
  ].join("\n");
}

function describeAsJson(sandbox: Sandbox): string {
  const { restUrl, pushUrl, credential, userId, pairs, profile, serviceName, recovery } = sandbox;
  const last = recovery === undefined ? {} : { recovered: recovery.last };
  return `${JSON.stringify({ restUrl, pushUrl, ...credential, userId, profile, serviceName, pairs, ...last })}\n`;
}

async function optionsOf({
  port,
  depthInterval,
  requests,
  timestampTolerance,
  tolerant,
  uniqueClientIds,
  plainBelow,
  data,
  acceptOlderState,
  ...flags
}: Omit<Flags, "json" | "faults" | "terms">): Promise<SandboxOptions> {
  return {
    ...withoutGuardFlags(flags),
    ...(await guardOptionsOf(flags)),
    port: port ?? usualPort,
    whenPortIsTaken: port === undefined ? "take-any" : "refuse",
    depthIntervalMs: depthInterval,
    requestsPerWindow: requests,
    timestampToleranceMs: timestampTolerance,
    plainBelowBytes: plainBelow,
    clientIds: uniqueClientIds === true ? "unique" : "repeatable",
    ...(data === undefined ? {} : { dataDirectory: data }),
    olderState: acceptOlderState === true ? "accept" : "refuse",
    ...(tolerant === undefined ? {} : { wireForms: "tolerant" }),
    logger: errorOutput,
  };
}

/** A plan from a file. What is wrong with it is said before anything starts. */
async function readFaultPlan(file: string): Promise<readonly FaultRule[]> {
  const wire: unknown = JSON.parse(await readFile(file, "utf8"));
  return checkFaultPlan(wire);
}

/** Terms from a file. What is wrong with them is said with the field's name. */
async function readTerms(file: string): Promise<TermsOptions> {
  const wire: unknown = JSON.parse(await readFile(file, "utf8"));
  return checkTerms(wire);
}

async function main(): Promise<void> {
  const { json, faults, terms: termsFile, ...flags } = parseFlags();
  const plan = faults === undefined ? [] : await readFaultPlan(faults);
  const terms = termsFile === undefined ? {} : await readTerms(termsFile);
  const sandbox = await startSandbox({ ...(await optionsOf(flags)), faults: plan, terms });
  if (flags.port === undefined && sandbox.port !== usualPort) {
    process.stderr.write(`Port ${usualPort} is taken, so the sandbox listens at ${sandbox.port}.\n`);
  }
  const end = async (): Promise<void> => {
    await sandbox.close();
    process.exit(sandbox.failure === undefined ? 0 : 1);
  };
  process.once("SIGINT", () => void end().catch(giveUp));
  process.once("SIGTERM", () => void end().catch(giveUp));
  // Whoever reads this may end the program at once.
  process.stdout.write(json === true ? describeAsJson(sandbox) : describe(sandbox, flags.data));
}

function remedyOf({ code }: StoreError): string {
  return errorCodes[code].remedy;
}

/** Says what is wrong and what to do about it, and ends with 1. */
function giveUp(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof StoreError) process.stderr.write(`${remedyOf(error)}\n`);
  process.exitCode = 1;
}

main().catch(giveUp);
