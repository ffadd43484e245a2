import { Argument } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions } from "../../trading/trade-options.js";

export const assets: CommandDescription = {
  name: "assets",
  group: "trading",
  summary: "list what the account has of each coin",
  arguments: () => [new Argument("[place]", "where").choices(["contracts", "wallet", "spot"]).default("contracts")],
  options: () => accountOptions(),
  examples: [
    { line: "assets", does: "what the contract account has" },
    { line: "assets wallet --json", does: "what the wallet has, for a program" },
  ],
  load: () => import("./run.js"),
};
