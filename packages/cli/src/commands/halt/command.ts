import { Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { accountOptions, yesOption } from "../../trading/trade-options.js";

export const halt: CommandDescription = {
  name: "halt",
  group: "trading",
  summary: "cancel all that is open, and open nothing more until it is resumed",
  details:
    "It is of USDT-margined contracts alone: the service's documents have no orders of others. From then on order and call refuse to open anything at this venue with this account, in every terminal of this user, until halt --resume. Closing orders and cancels go on, and plan orders that protect a position stay. Programs with a client of their own know nothing of it.",
  options: () => [
    new Option("--reason <words>", "why").default("asked for by a person"),
    new Option("--cancel-plans", "cancel plan orders too"),
    new Option("--resume", "let orders through again").conflicts(["reason", "cancelPlans"]),
    new Option("--show", "say whether it is halted, and change nothing").conflicts(["resume", "cancelPlans"]),
    yesOption(),
    ...accountOptions(),
  ],
  examples: [
    { line: "halt --reason news --yes", does: "stop at once" },
    { line: "halt --show", does: "whether it is halted" },
    { line: "halt --resume --yes", does: "let orders through again" },
  ],
  load: () => import("./run.js"),
};
