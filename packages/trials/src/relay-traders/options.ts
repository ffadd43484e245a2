import { integerOption } from "@depthwire/tools/command-line";
import { Command, CommanderError } from "commander";
import type { Fence } from "./trader-messages.js";

/** What `npm run relay-traders` was asked to do. */
export interface TradersOptions {
  readonly pauses: number;
  /** Keys that are traded at the same time. */
  readonly keys: number;
  readonly seed: number;
  readonly fence: Fence;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface TradersRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface TradersOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

interface ParsedFlags extends Pick<TradersOptions, "pauses" | "keys" | "seed"> {
  readonly withoutFence?: true;
  readonly json?: true;
}

/** Reads the arguments behind `npm run relay-traders --`. */
export function parseTradersOptions(argv: readonly string[], output: TradersOutput): TradersOptions | TradersRefusal {
  const command = new Command("npm run relay-traders --")
    .usage("[options]")
    .description(
      "Two processes want to trade with one key. Whoever does is stopped or killed between any two steps of an order: does the venue take an order of a former trader?",
    )
    .allowExcessArguments(false)
    .addOption(integerOption("--pauses <count>", "how often a trader is stopped", 1, 1_000_000).default(1_000))
    .addOption(integerOption("--keys <count>", "keys that are traded at the same time", 1, 16).default(6))
    .addOption(integerOption("--seed <number>", "decides who is stopped where", 0, 2 ** 31 - 1).default(1))
    .option("--without-fence", "look at the lease when a call begins, not when it is signed: it must show")
    .option("--json", "end with the summary as one line of JSON")
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { pauses, keys, seed, withoutFence, json } = command.opts<ParsedFlags>();
  const fence = withoutFence === true ? "asked-early" : "kept";
  return { pauses, keys, seed, fence, summary: json === true ? "json" : "text" };
}
