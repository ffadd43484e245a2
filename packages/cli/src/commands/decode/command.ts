import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";

export const decode: CommandDescription = {
  name: "decode",
  group: "tools",
  summary: "take a frame of the push address apart, step by step",
  details:
    "The frame is a file, text after --hex or --base64, or what is piped in; of a file or pipe it finds out by itself whether it is bytes, hexadecimal or base64. Where a frame is damaged, it says where and why, with exit code 3.",
  arguments: () => [new Argument("[file]", "with the frame; without one it is piped in")],
  options: () => [
    new Option("--hex <digits>", "the frame as hexadecimal digits").conflicts("base64"),
    new Option("--base64 <text>", "the frame as base64"),
    new Option("--as <form>", "what the file holds").choices(["bytes", "hex", "base64"]),
    new Option("--protocol <name>", "whose frame it is, where it cannot be told").choices(["prefix", "channel"]),
    new Option("--service-name <name>", "the deployment's name in channel names").default("svc"),
  ],
  examples: [
    { line: "decode --hex 307b2270696e67223a317d", does: "a heartbeat, plain behind its marker" },
    { line: "decode --base64 MHsicGluZyI6MX0= --json", does: "the same, for a program" },
  ],
  load: () => import("./run.js"),
};
