import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { durationOption } from "../../program/option-values.js";
import { channelsOption } from "../../venue/channels-of-pairs.js";
import { keyOptions, venueOptions } from "../../venue/venue-options.js";
import type { RecordFlags } from "./run.js";

export const record: CommandDescription<RecordFlags> = {
  name: "record",
  group: "recordings",
  summary: "write down what the venue pushes, in segments that survive a crash",
  details:
    "Every message is kept as it came, with both clocks. A kill costs at most the last tenth of a second; a run into a directory that has a recording goes behind it. It ends with Ctrl-C, or after --for.",
  arguments: () => [new Argument("<directory>", "of the recording"), new Argument("<pairs...>", "to record")],
  options: () => [
    channelsOption("depth,deals"),
    new Option("--private", "the account's events too; it needs a key"),
    durationOption("--for <time>", "end after this time"),
    durationOption("--segment <time>", "longest time of a segment").default(60_000, "1m"),
    ...venueOptions(),
    ...keyOptions(),
  ],
  examples: [
    { line: "record market 4BTC_USDT 4ETH_USDT --for 2s", does: "books and trades of two pairs" },
    { line: "record candles 4BTC_USDT --channels kline:1min,ticker --for 1s", does: "other channels" },
  ],
  load: () => import("./run.js"),
};
