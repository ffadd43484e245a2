import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "@depthwire/tools/command-line";
import { Option } from "commander";
import { type ExhaustSize, machineNames } from "./machines.js";

/** What `npm run exhaust` was asked to do. */
export interface ExhaustOptions {
  readonly size: ExhaustSize;
  /** The only machine to explore; undefined: all. */
  readonly machine: string | undefined;
  /** `product`: what ships; `planted`: the mistakes that have to be found. */
  readonly subject: "product" | "planted";
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

interface Flags {
  readonly short?: true;
  readonly planted?: true;
  readonly machine?: string;
}

/** Reads the arguments behind `npm run exhaust --`. */
export function parseExhaustOptions(argv: readonly string[], output: CommandOutput): ExhaustOptions | CommandRefusal {
  const command = workspaceCommand(
    "exhaust",
    "Explores every history of small worlds with the product's own state machines inside, each state once.",
  )
    .option("--short", "histories that every change has time for")
    .option("--planted", "explore machines with mistakes planted in them, all of which have to be found")
    .addOption(new Option("--machine <name>", "only this one").choices(machineNames));
  return readCommandLine(command, argv, output, ({ short, planted, machine }: Flags) => ({
    size: short === true ? ("short" as const) : ("full" as const),
    machine,
    subject: planted === true ? ("planted" as const) : ("product" as const),
  }));
}
