import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { countOption, durationOption } from "../../program/option-values.js";
import { venueOptions } from "../../venue/venue-options.js";
import type { BookFlags } from "./run.js";

export const book: CommandDescription<BookFlags> = {
  name: "book",
  group: "market",
  summary: "show live books: levels, spread, imbalance, lag, and why a book is not live",
  details:
    "In a terminal it draws ladders, or a table where there is no room for them, until Ctrl-C or q. Elsewhere it writes a line a second, with --json each view that the reader has time for. A book that is not live says why and shows its last state dimmed.",
  arguments: () => [new Argument("<pairs...>", "whose books")],
  options: () => [
    countOption("--levels <number>", "most levels a side; by default as many as there is room for"),
    new Option("--once", "one live view of each pair, then end"),
    durationOption("--within <time>", "with --once: how long a book may take to be live").default(30_000, "30s"),
    ...venueOptions(),
  ],
  examples: [
    { line: "book 4BTC_USDT", does: "one live ladder" },
    { line: "book 4BTC_USDT 4ETH_USDT 5BTC_USD --once --levels 3", does: "three levels of three books" },
    { line: "book 4BTC_USDT --once --json", does: "one live view for programs" },
  ],
  load: () => import("./run.js"),
};
