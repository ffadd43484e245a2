import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { venueOptions } from "../../venue/venue-options.js";
import { pairsOption } from "./pairs-option.js";
import type { PaperFlags } from "./run.js";

export const paper: CommandDescription<PaperFlags> = {
  name: "paper",
  group: "programs",
  summary: "start a sandbox on the live market of another venue: its prices, your play money",
  details: [
    "Orders meet the other venue's public books and trades by the worse of what can be known; nothing is sent there, and no key is loaded.",
    "While one of its books is not live, the sandbox's book of that pair is empty: nothing is traded at old prices.",
    "Every other option is the sandbox's own: depthwire sandbox --help lists them.",
  ].join("\n"),
  passesOn: "unknown-options",
  arguments: () => [new Argument("[options...]", "of the sandbox")],
  options: () => [...venueOptions(), pairsOption()],
  examples: [
    { line: "paper --pairs 4BTC_USDT,4ETH_USDT --port 0", does: "two pairs of the usual venue, on any free port" },
  ],
  load: () => import("./run.js"),
};
