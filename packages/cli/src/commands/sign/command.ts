import { Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const sign: CommandDescription = {
  name: "sign",
  group: "tools",
  summary: "sign a text as the service wants it, and show exactly what is signed",
  details:
    "The secret comes from a kept key, a file, the environment, or a hidden prompt (--ask), never from the command line. The signatures of logins and batch queries carry no time: whoever has one can use it.",
  options: () => [
    new Option("--scheme <name>", "what is signed")
      .choices(["headers", "prefix-login", "channel-login", "batch-query"])
      .default("headers"),
    new Option("--body <text>", "headers: the body exactly as it is sent; @file, or - for what is piped in"),
    new Option("--timestamp <ms>", "headers: the time in epoch milliseconds; now by default"),
    new Option("--commands <text>", "batch-query: the exact text of cmds; @file, or - for what is piped in"),
    new Option("--explain", "show the string to sign, the scheme and where the signature goes"),
    new Option("--compare <signature>", "find out what a signature that was made elsewhere got wrong"),
    new Option("--ask", "ask for key and secret, hidden, or read them as two piped lines"),
    ...accountOptions(),
  ],
  examples: [
    { line: `sign --body '{"pair":"4BTC_USDT"}' --explain`, does: "a request: timestamp, then body" },
    { line: "sign --scheme prefix-login --explain", does: "the login of the push address" },
  ],
  load: () => import("./run.js"),
};
