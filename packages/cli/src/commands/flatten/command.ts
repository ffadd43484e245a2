import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions, yesOption } from "../../trading/trade-options.js";

export const flatten: CommandDescription = {
  name: "flatten",
  group: "trading",
  summary: "cancel every order and close every position at the market, after a question",
  details:
    "It is of USDT-margined contracts alone: the service's documents have no orders of others. It goes on while halted, and limits do not hold it up. Halt first if nothing is to be opened meanwhile.",
  arguments: () => [new Argument("[pair]", "of this USDT-margined contract alone, such as 4BTC_USDT")],
  options: () => [yesOption(), ...accountOptions()],
  examples: [
    { line: "flatten 4BTC_USDT --yes", does: "one pair, without a question" },
    { line: "flatten --yes --json", does: "everything, for a program" },
  ],
  load: () => import("./run.js"),
};
