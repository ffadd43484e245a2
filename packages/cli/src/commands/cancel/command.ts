import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions, yesOption } from "../../trading/trade-options.js";

export const cancel: CommandDescription = {
  name: "cancel",
  group: "trading",
  summary: "cancel orders, after a question",
  arguments: () => [new Argument("[ids...]", "the service's ids, as depthwire orders lists them")],
  options: () => [
    new Option("--all [pair]", "every order: of this pair, or of every USDT-margined one"),
    new Option("--client-ids", "the ids are client ids"),
    new Option("--plans", "plan orders, in place of orders").conflicts("clientIds"),
    yesOption(),
    ...accountOptions(),
  ],
  examples: [
    { line: "cancel --all --yes", does: "every order, without a question" },
    { line: "cancel --all 4BTC_USDT --yes", does: "every order of a pair" },
    { line: "cancel --plans --all 4BTC_USDT --yes", does: "every plan order of a pair" },
  ],
  load: () => import("./run.js"),
};
