import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const orders: CommandDescription = {
  name: "orders",
  group: "trading",
  summary: "list the orders that are open, or those of the past",
  details: "Open orders are of USDT-margined contracts alone: the service's documents have no others.",
  arguments: () => [new Argument("[pair]", "of this pair alone")],
  options: () => [
    new Option("--history", "orders that are finished, newest first; of coin-margined pairs there are no others"),
    new Option("--last <number>", "with --history: how many").default("20"),
    ...accountOptions(),
  ],
  examples: [
    { line: "orders", does: "all that are open" },
    { line: "orders 4BTC_USDT --history --json", does: "the last of one pair, for a program" },
  ],
  load: () => import("./run.js"),
};
