import { Argument, InvalidArgumentError, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { countOption } from "../../program/option-values.js";
import type { ReplayFlags } from "./run.js";

export const replay: CommandDescription<ReplayFlags> = {
  name: "replay",
  group: "recordings",
  summary: "play a recording through the same code as live, at any speed",
  details:
    "With --as tail (the default) it shows what tail shows, with --as book what book shows, all with the times of the recording. Every update is seen, and whoever reads is waited for; --conflate skips what the reader has no time for. Damage ends it with 3, after everything before it.",
  arguments: () => [
    new Argument("<directory>", "of the recording"),
    new Argument("[channels...]", "as for tail; pairs with --as book; by default all that were recorded"),
  ],
  options: () => [
    new Option("--as <view>", "what is shown").choices(["tail", "book"]).default("tail"),
    new Option("--speed <times>", "1: as it was, 10: ten times as fast, max: without a pause")
      .argParser(speedOf)
      .default(1),
    new Option("--from <time>", "begin there: a time such as 2026-11-23T09:00:00Z").argParser(timeOf),
    new Option("--until <time>", "end there").argParser(timeOf),
    new Option("--conflate", "do not wait for the reader: the newest state wins"),
    countOption("--count <lines>", "end after so many lines; with --json, --raw and --hex each is a message"),
    countOption("--levels <number>", "most levels a side of a book"),
    new Option("--raw", "the JSON text as it came").conflicts(["hex", "json"]),
    new Option("--hex", "the bytes of each frame").conflicts(["raw", "json"]),
  ],
  examples: [
    { line: "replay recording --speed max --count 5", does: "the first five lines" },
    { line: "replay recording 4BTC_USDT --as book --speed max --json", does: "every state of one book" },
  ],
  load: () => import("./run.js"),
};

function speedOf(text: string): number {
  const speed = text === "max" ? Number.POSITIVE_INFINITY : Number(text);
  if (!(speed > 0)) {
    throw new InvalidArgumentError("It takes a number above 0, or max.");
  }
  return speed;
}

function timeOf(text: string): number {
  const atMs = /^\d{12,}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(atMs)) {
    throw new InvalidArgumentError("It takes a time such as 2026-11-23T09:00:00Z, or epoch milliseconds.");
  }
  return atMs;
}
