import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const positions: CommandDescription = {
  name: "positions",
  group: "trading",
  summary: "list what is held, and what it has gained at the tag price",
  details: "The service's documents have positions of USDT-margined contracts alone.",
  arguments: () => [new Argument("[pair]", "of this USDT-margined contract alone, such as 4BTC_USDT")],
  options: () => [new Option("--all", "rows without a size too: they tell leverage and mode"), ...accountOptions()],
  examples: [
    { line: "positions", does: "what is held" },
    { line: "positions 4BTC_USDT --all --json", does: "one pair with its leverage, for a program" },
  ],
  load: () => import("./run.js"),
};
