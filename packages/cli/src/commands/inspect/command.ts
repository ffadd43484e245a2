import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import type { InspectFlags } from "./run.js";

export const inspect: CommandDescription<InspectFlags> = {
  name: "inspect",
  group: "recordings",
  summary: "count what a recording holds, and find its gaps and damage",
  details:
    "Per channel: messages, levels, trades, candles, first and last time, gaps, and with --json exact sums that an export can be held against. Damage is said with file and offset, and the command ends with 3. A torn end is what a kill leaves: nothing before it is lost.",
  arguments: () => [new Argument("<directory>", "of the recording")],
  options: () => [
    new Option("--sequence-policy <policy>", "whether a step of seq above 1 is a loss")
      .choices(["contiguous", "monotonic"])
      .default("contiguous"),
  ],
  examples: [
    { line: "inspect recording", does: "what is in it, as a table" },
    { line: "inspect recording --json", does: "everything, with sums, for programs" },
  ],
  load: () => import("./run.js"),
};
