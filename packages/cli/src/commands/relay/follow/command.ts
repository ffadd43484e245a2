import { Argument, Option } from "commander";
import type { CommandDescription } from "../../../program/command.js";
import { durationOption } from "../../../program/option-values.js";
import { busOptions } from "../../../relay/bus-options.js";
import { dialectOptions } from "../../../venue/venue-options.js";
import type { FollowFlags } from "./run.js";

export const relayFollow: CommandDescription<FollowFlags> = {
  name: "relay follow",
  group: "machines",
  summary: "show books that come over the relay: status, who owns them, best prices, how old they can be",
  details:
    "The books are kept here by the same engine as those of the venue itself. In a terminal it draws a line for each pair, with other figures once a second, and with another status or owner at once, until Ctrl-C or q. Elsewhere it writes a line for each change of status or owner, and one a second; with --json an item for each change of status, owner or best prices. In front of each stands when it was so (atMs). A book is called live only while its owner has proven that it is heard.",
  arguments: () => [new Argument("<pairs...>", "whose books")],
  options: () => [
    new Option("--once", "one live view of each pair, then end"),
    durationOption(
      "--within <time>",
      "with --once: how long it may take until all are live, the connecting too",
    ).default(30_000, "30s"),
    ...dialectOptions(),
    ...busOptions(),
  ],
  examples: [
    { line: "relay follow 4BTC_USDT 4ETH_USDT", does: "two books that a relay publishes" },
    { line: "relay follow 4BTC_USDT --once --json", does: "one live view for programs" },
  ],
  load: () => import("./run.js"),
};
