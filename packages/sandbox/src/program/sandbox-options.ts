import { type Logger, ValidationError } from "@depthwire/core";
import { checkFaultPlan } from "../faults/check-fault.js";
import type { FaultRule } from "../faults/fault.js";
import { guardOptionsOf, withoutGuardFlags } from "../guard/guard-flags.js";
import type { LatencyOptions } from "../latency/latency-options.js";
import type { MarketRecords } from "../market/check-market.js";
import { openMarketFile } from "../market/market-file.js";
import type { SandboxOptions } from "../options.js";
import type { MarketFeed } from "../paper/market-feed.js";
import { readyScenario, readyScenarios } from "../play/ready-scenarios.js";
import type { Scenario } from "../play/scenario.js";
import { checkTerms } from "../terms/check-terms.js";
import type { TermsOptions } from "../terms/terms-options.js";
import type { Flags } from "./flags.js";
import { JsonFiles } from "./json-files.js";
import { usualHistoryMs } from "./usual-history.js";
import { usualPort } from "./usual-port.js";

const errorOutput: Logger = {
  log: (level, event, fields) => {
    const { text } = fields;
    const words = typeof text === "string" ? text : JSON.stringify(fields);
    process.stderr.write(`${level} ${event} ${words}\n`);
  },
};

/**
 * The options that the command line stands for; the files that it names are read and checked.
 *
 * @param files remembers them for who says what is wrong
 * @throws ValidationError `option-invalid`, with the option's name as programs write it
 */
export async function sandboxOptionsOf(
  {
    port,
    depthInterval,
    requests,
    timestampTolerance,
    tolerant,
    uniqueClientIds,
    plainBelow,
    data,
    acceptOlderState,
    faults,
    terms,
    history,
    latency,
    scenario,
    market,
    marketSpeed,
    marketEnd,
    ...flags
  }: Omit<Flags, "json">,
  files: JsonFiles = new JsonFiles(),
  { feed, openRecording }: MarketParts = {},
): Promise<SandboxOptions> {
  const isFed = market !== undefined || feed !== undefined;
  return {
    ...withoutGuardFlags(flags),
    ...(await guardOptionsOf(flags)),
    port: port ?? usualPort,
    whenPortIsTaken: port === undefined ? "take-any" : "refuse",
    depthIntervalMs: depthInterval,
    requestsPerWindow: requests,
    timestampToleranceMs: timestampTolerance,
    plainBelowBytes: plainBelow,
    historyMs: history ?? (isFed ? 0 : usualHistoryMs),
    clientIds: uniqueClientIds === true ? "unique" : "repeatable",
    ...(data === undefined ? {} : { dataDirectory: data }),
    olderState: acceptOlderState === true ? "accept" : "refuse",
    ...(tolerant === undefined ? {} : { wireForms: "tolerant" }),
    logger: errorOutput,
    ...(faults === undefined ? {} : { faults: await readFaultPlan(faults, files) }),
    ...(terms === undefined ? {} : { terms: await readTerms(terms, files) }),
    ...(await marketOptionsOf({ market, marketSpeed, marketEnd }, openRecording)),
    ...(feed === undefined ? {} : { feed }),
    ...(scenario === undefined ? {} : { scenario: await scenarioNamed(scenario, files) }),
    // Checked with all other options.
    ...(latency === undefined ? {} : { latency: (await files.read("latency", latency)) as LatencyOptions }),
  };
}

/** Markets that a command which contains the sandbox brings along. */
export interface MarketParts {
  /** Another venue's markets in place of its own agents. */
  readonly feed?: MarketFeed;
  /** Reads what `--market` names where that is a recording of the stream engine. */
  readonly openRecording?: OpenRecording;
}

/** A recorded market, where one is named. @throws ValidationError `option-invalid` for what says how to play none */
async function marketOptionsOf(
  { market, ...how }: { readonly [Name in "market" | "marketSpeed" | "marketEnd"]: Flags[Name] | undefined },
  openRecording: OpenRecording | undefined,
): Promise<Pick<SandboxOptions, "market">> {
  if (market !== undefined) {
    const { marketSpeed: speed, marketEnd: atEnd } = how;
    const records = await openMarket(market, openRecording);
    return {
      market: { records, ...(speed === undefined ? {} : { speed }), ...(atEnd === undefined ? {} : { atEnd }) },
    };
  }
  const option = Object.entries(how).find(([, value]) => value !== undefined)?.[0];
  if (option !== undefined) {
    throw new ValidationError("option-invalid", { option, rule: "given together with --market" });
  }
  return {};
}

/** Reads a recording of the stream engine. @returns nothing where there is none */
export type OpenRecording = (directory: string) => Promise<MarketRecords | undefined>;

/** A recording where the program can read one, else files of the plain format. */
async function openMarket(path: string, openRecording: OpenRecording = async () => undefined): Promise<MarketRecords> {
  return (await openRecording(path)) ?? openMarketFile(path);
}

/** One that comes with the sandbox, or a file, which is checked with all other options. */
async function scenarioNamed(name: string, files: JsonFiles): Promise<string | Scenario> {
  if (readyScenario(name) !== undefined) {
    return name;
  }
  const known = readyScenarios.map((one) => one.name).join(", ");
  return (await files.read("scenario", name, `one of ${known}, or a file that can be read`)) as Scenario;
}

/** A plan from a file. What is wrong with it is said before anything starts, with the place where it stands. */
async function readFaultPlan(file: string, files: JsonFiles): Promise<readonly FaultRule[]> {
  const wire = await files.read("faults", file);
  try {
    return checkFaultPlan(wire);
  } catch (error) {
    if (!(error instanceof ValidationError) || !("path" in error.details)) {
      throw error;
    }
    const { path, rule } = error.details;
    throw new ValidationError("option-invalid", { option: `faults.${path}`, rule });
  }
}

/** Terms from a file. What is wrong with them is said with the field's name. */
async function readTerms(file: string, files: JsonFiles): Promise<TermsOptions> {
  return checkTerms(await files.read("terms", file));
}
