import { Argument, Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { busOptions } from "../../../relay/bus-options.js";
import type { HandoverFlags } from "./hand-over.js";

export const relayHandover: CommandDescription<HandoverFlags> = {
  name: "relay handover",
  group: "machines",
  summary: "have the owner of a shard hand it over to whoever stands by: no book leaves live on the way",
  arguments: () => [new Argument("<shard>", "such as s07; or a pair, for the shard that it is in")],
  options: () => [
    new Option(
      "--to <name>",
      "the instance that takes it, by its --name or as an owner is shown; by default the next in line",
    ),
    ...busOptions(),
  ],
  examples: [{ line: "relay handover 4BTC_USDT", does: "the shard of one pair, to the next in line" }],
  load: () => import("./run.js"),
};
