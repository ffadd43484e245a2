import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const plans: CommandDescription = {
  name: "plans",
  group: "trading",
  summary: "list the plan orders that wait: take-profits and stop-losses",
  arguments: () => [new Argument("[pair]", "of this pair alone")],
  options: () => accountOptions(),
  examples: [{ line: "plans", does: "all that wait" }],
  load: () => import("./run.js"),
};
