import {
  type CommandOutput,
  type CommandRefusal,
  integerOption,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import type { Fence } from "./trader-messages.js";

/** What `npm run relay-traders` was asked to do. */
export interface TradersOptions {
  readonly pauses: number;
  /** Keys that are traded at the same time. */
  readonly keys: number;
  readonly seed: number;
  readonly fence: Fence;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface ParsedFlags extends Pick<TradersOptions, "pauses" | "keys" | "seed"> {
  readonly withoutFence?: true;
}

/** Reads the arguments behind `npm run relay-traders --`. */
export function parseTradersOptions(argv: readonly string[], output: CommandOutput): TradersOptions | CommandRefusal {
  const command = workspaceCommand(
    "relay-traders",
    "Two processes want to trade with one key. Whoever does is stopped or killed between any two steps of an order: does the venue take an order of a former trader?",
  )
    .addOption(integerOption("--pauses <count>", "how often a trader is stopped", 1, 1_000_000).default(1_000))
    .addOption(integerOption("--keys <count>", "keys that are traded at the same time", 1, 16).default(6))
    .addOption(integerOption("--seed <number>", "decides who is stopped where", 0, 2 ** 31 - 1).default(1))
    .option("--without-fence", "look at the lease when a call begins, not when it is signed: it must show");
  return readCommandLine(command, argv, output, ({ withoutFence, ...flags }: ParsedFlags) => ({
    ...flags,
    fence: withoutFence === true ? "asked-early" : "kept",
  }));
}
