import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const resolve: CommandDescription = {
  name: "resolve",
  group: "trading",
  summary: "find out what became of an order whose answer was lost",
  details:
    "It answers placed, rejected or not-placed, and exit code 5 where it cannot be told. Only after the time in which a signed request may still arrive is an order that is not there not placed.",
  arguments: () => [new Argument("<client-id>", "the order's client id")],
  options: () => [
    new Option("--pair <pair>", "the order's pair").makeOptionMandatory(),
    new Option("--side <side>", "what it does to a position")
      .choices(["open-long", "open-short", "close-long", "close-short"])
      .makeOptionMandatory(),
    new Option("--quantity <amount>", "its quantity; tells it from records without an id"),
    new Option("--price <price>", "its price"),
    new Option("--signed-at <ms>", "when it was signed, in epoch milliseconds; within the last day by default"),
    new Option("--wait <seconds>", "how long to look for it").default("120"),
    new Option("--tolerance <seconds>", "how long the service takes a signed request").default("30"),
    ...accountOptions(),
  ],
  examples: [
    {
      line: "resolve 1 --pair 4BTC_USDT --side open-long --tolerance 0",
      does: "whether an order with client id 1 is there",
    },
  ],
  load: () => import("./run.js"),
};
