import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions, dryRunOptions, placeOptions, yesOption } from "../../trading/trade-options.js";

export const order: CommandDescription = {
  name: "order",
  group: "trading",
  summary: "place an order, after a question",
  details:
    "It opens a position unless --close is given: buy --close reduces a short one, sell --close a long one. An order whose answer is lost is never sent again; what became of it is found out.",
  arguments: () => [
    new Argument("<direction>", "what to do").choices(["buy", "sell"]),
    new Argument("<pair>", "a USDT-margined contract, such as 4BTC_USDT"),
    new Argument("<quantity>", "how much, in the pair's quantity"),
  ],
  options: () => [
    new Option("--at <price>", "its price, or the word market").makeOptionMandatory(),
    new Option("--open", "open or enlarge a position; it does unless --close is given").conflicts("close"),
    new Option("--close", "reduce a position"),
    new Option("--leverage <number>", "set the pair's leverage of this side first"),
    new Option("--mode <mode>", "with --leverage: what backs the pair's positions; as it is by default").choices([
      "fixed",
      "cross",
    ]),
    new Option("--client-id <id>", "an id of your own, by which it can be found; made up by default"),
    ...placeOptions(),
    ...dryRunOptions(),
    yesOption(),
    ...accountOptions(),
  ],
  examples: [
    { line: "order buy 4BTC_USDT 1 --at market --dry-run", does: "the exact request, without sending it" },
    { line: "order buy 4BTC_USDT 1 --at 1000 --max-value 5000 --yes", does: "a bid, worth 5,000 USDT at most" },
    { line: "order sell 4BTC_USDT 1 --at market --yes", does: "open a short position, without a question" },
  ],
  load: () => import("./run.js"),
};
