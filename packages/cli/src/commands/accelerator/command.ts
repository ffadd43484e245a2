import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";

export const accelerator: CommandDescription = {
  name: "accelerator",
  group: "programs",
  summary: "start the local accelerator: every path of the service unsigned, and a live page",
  details: "Everything behind the name is the accelerator's own: depthwire accelerator --help lists it.",
  passesOn: "every-word",
  arguments: () => [new Argument("[options...]", "of the accelerator")],
  examples: [
    { line: "accelerator --sandbox --port 0", does: "before a sandbox of its own" },
    {
      line: "accelerator --venue http://127.0.0.1:8090 --read-only --port 0",
      does: "before a venue, changing nothing",
    },
  ],
  load: () => import("./run.js"),
};
