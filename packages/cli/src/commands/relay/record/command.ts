import { Argument, Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { countOption, durationOption } from "../../../program/option-values.js";
import { busOptions } from "../../../relay/bus-options.js";
import { channelsOption } from "../../../venue/channels-of-pairs.js";
import { dialectOptions } from "../../../venue/venue-options.js";
import type { RelayRecordFlags } from "./run.js";

export const relayRecord: CommandDescription<RelayRecordFlags> = {
  name: "relay record",
  group: "machines",
  summary: "write down what a relay publishes, in the same segments as depthwire record",
  details: [
    "A time in which a channel was not live, or something of it is missing, is a gap: counted, and in the files with its reason (depthwire inspect). A kill costs at most the last tenth of a second.",
    "With --backfill a recorder that was away for less than so many minutes gets what it missed, as far as owners have it kept (relay serve --keep); else that is a counted gap.",
    "With --store each run is a directory of its own, there and in the store, and a segment moves to the store when it is closed; what a killed run left is moved by the next one.",
  ].join("\n"),
  arguments: () => [new Argument("<directory>", "of the recording"), new Argument("<pairs...>", "to record")],
  options: () => [
    channelsOption("depth"),
    new Option("--store <directory>", "where closed segments go"),
    countOption("--backfill <minutes>", "get what was missed since the last run here, if that is not longer ago"),
    durationOption("--for <time>", "end after this time"),
    durationOption("--segment <time>", "longest time of a segment").default(60_000, "1m"),
    ...dialectOptions(),
    ...busOptions(),
  ],
  examples: [
    { line: "relay record relayed 4BTC_USDT --for 2s", does: "one pair, as it comes over the relay" },
    {
      line: "relay record spool 4BTC_USDT --store archive --segment 1s --for 3s",
      does: "closed segments go to a store",
    },
  ],
  load: () => import("./run.js"),
};
