import { Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { secondsOption } from "../../program/option-values.js";
import { keyOptions, venueOptions } from "../../venue/venue-options.js";
import type { McpFlags } from "./flags.js";

export const mcp: CommandDescription<McpFlags> = {
  name: "mcp",
  group: "tools",
  summary: "serve these commands to an agent, over standard input and output",
  details:
    "It speaks the Model Context Protocol, never on a port. It reads only, at a sandbox on this computer: another venue has to be named with --venue, and every answer names it. With --allow-orders it places and cancels orders within your limits, and asks you before each.",
  options: () => [
    ...venueOptions(),
    ...keyOptions(),
    new Option("--files <directory>", "a directory that may be read beside the present one; may be repeated")
      .argParser((directory: string, others: readonly string[]) => [...others, directory])
      .default([]),
    secondsOption("--query-seconds <seconds>", "how long one query may take").default(30),
    new Option("--allow-orders", "orders, cancels and a halt too; needs both limits"),
    new Option("--max-value <amount>", "what one order may be worth at most, in the coin that it is paid in"),
    new Option("--max-orders-per-minute <number>", "how many orders it places within a minute at most"),
    new Option("--no-ask", "places and cancels without asking you: for play money"),
  ],
  hasJson: false,
  examples: [
    { line: "mcp", does: "market data, account and recordings, read only, at the usual venue" },
    {
      line: "mcp --allow-orders --max-value 500 --max-orders-per-minute 6",
      does: "orders as well, each after a question",
    },
  ],
  load: () => import("./run.js"),
};
