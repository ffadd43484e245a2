import { Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { busOptions } from "../../../relay/bus-options.js";
import type { StatusFlags } from "./run.js";

export const relayStatus: CommandDescription<StatusFlags> = {
  name: "relay status",
  group: "machines",
  summary:
    "show who takes part in a relay: what each owns and stands by for, terms, books that are not live, slow readers",
  options: () => [
    new Option(
      "--monitor <url>",
      "nats-server's monitoring (its option -m), such as http://127.0.0.1:8222: slow readers",
    ),
    ...busOptions(),
  ],
  examples: [{ line: "relay status", does: "who owns what" }],
  load: () => import("./run.js"),
};
