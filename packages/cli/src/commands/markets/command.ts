import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { callVenueOptions } from "../../venue/venue-options.js";
import type { MarketsFlags } from "./run.js";

export const markets: CommandDescription<MarketsFlags> = {
  name: "markets",
  group: "market",
  summary: "list what can be traded: steps of price and quantity, bounds, fees, the price now",
  details:
    "A market that is listed can be traded; the service's documents have no other status. A price now is the tag price of a contract and the last price of a spot pair, and missing where there was none yet. Orders can be placed in USDT-margined contracts alone.",
  arguments: () => [new Argument("[pairs...]", "these alone")],
  options: () => [
    new Option("--family <kind>", "of this kind alone").choices(["usdt", "coin", "spot"]),
    ...callVenueOptions(),
  ],
  examples: [
    { line: "markets", does: "everything" },
    { line: "markets 4BTC_USDT --json", does: "one, for a program" },
    { line: "markets --family spot", does: "the spot pairs" },
  ],
  load: () => import("./run.js"),
};
