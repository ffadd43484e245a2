import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { countOption } from "../../program/option-values.js";
import { channelForms } from "../../venue/known-channel.js";
import { keyOptions, venueOptions } from "../../venue/venue-options.js";
import type { TailFlags } from "./run.js";

export const tail: CommandDescription<TailFlags> = {
  name: "tail",
  group: "market",
  summary: "follow channels: each message decoded, as JSON text, or as bytes",
  details: `A channel is ${channelForms}. Nothing is conflated; where whoever reads is too slow, it is said how many lines were dropped. It ends with Ctrl-C, or after --count lines.`,
  arguments: () => [new Argument("<channels...>", "to follow")],
  options: () => [
    countOption("--count <lines>", "end after so many lines; with --json, --raw and --hex each is a message"),
    new Option("--raw", "the JSON text as it came, a message a line").conflicts(["hex", "json"]),
    new Option("--hex", "the bytes of each frame, a frame a line").conflicts(["raw", "json"]),
    ...venueOptions(),
    ...keyOptions(),
  ],
  examples: [
    { line: "tail deals:4BTC_USDT kline:4BTC_USDT:1min", does: "trades and candles of one pair" },
    { line: "tail depth:4BTC_USDT --count 3 --json", does: "three messages of a book, for programs" },
    { line: "tail 4BTC_USDT_ticker --count 1 --raw", does: "one message as the venue wrote it" },
    { line: "tail private --count 1", does: "the account of a key" },
  ],
  load: () => import("./run.js"),
};
