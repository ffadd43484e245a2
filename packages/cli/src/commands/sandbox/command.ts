import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";

export const sandbox: CommandDescription = {
  name: "sandbox",
  group: "programs",
  summary: "start an exchange on this computer, with play money",
  details:
    "Everything behind the name is the sandbox's own: depthwire sandbox --help lists it. depthwire sandbox scenarios lists what --scenario can let happen in it; depthwire sandbox export prints fills, orders, ledger, equity or liquidations of one that runs; depthwire sandbox snapshots takes snapshots of it and goes back to them; depthwire sandbox clock steers its time.",
  passesOn: "every-word",
  arguments: () => [new Argument("[options...]", "of the sandbox")],
  examples: [
    { line: "sandbox", does: "20 pairs and more on port 8090, until Ctrl-C" },
    { line: "sandbox --data venue --seed 7", does: "kept in a directory, with a market that repeats itself" },
    { line: "sandbox --market recording --market-end loop", does: "on the market of a recording, again and again" },
  ],
  load: () => import("./run.js"),
};
