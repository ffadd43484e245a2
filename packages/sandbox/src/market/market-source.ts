import { type Logger, ValidationError } from "@depthwire/core";
import { type QueueRule, queueRules } from "@depthwire/exchange/internal";
import type { MarketFeed } from "../paper/market-feed.js";
import { usualQueueRule } from "../paper/mirror-feed.js";
import { refuseAt } from "./check-market.js";
import { type MarketOptions, type MarketSettings, marketSettingsOf } from "./market-options.js";
import { MarketPlayer } from "./market-player.js";

/** Where the options say that the market comes from. */
export interface MarketSourceOptions {
  readonly pairs?: number | readonly string[];
  readonly feed?: MarketFeed;
  readonly market?: MarketOptions;
  readonly queue?: QueueRule;
  readonly logger?: Logger;
}

/** Where the market comes from. */
export interface MarketSourceSettings {
  /** As they were given; those of a recorded market where it has more, or nobody chose. */
  readonly pairs: number | readonly string[] | undefined;
  /** Nothing where the agents make it. */
  readonly feed: MarketFeed | undefined;
  /** What plays the feed where that is a recorded market. */
  readonly market: MarketPlayer | undefined;
  readonly queue: QueueRule;
}

function fail(option: string, rule: string): never {
  throw new ValidationError("option-invalid", { option, rule });
}

/** The pairs of a recorded market: all of them, the first so many, or those that are named. */
function pairsOfMarket(
  { pairs: recorded, bookless }: Pick<MarketSettings, "pairs" | "bookless">,
  pairs: MarketSourceOptions["pairs"],
): readonly string[] {
  for (const [pair, place] of bookless) {
    if (typeof pairs !== "object" || pairs.includes(pair)) {
      const choice = `or the option pairs must name others: ${recorded.join(", ")}`;
      refuseAt(place, `${pair} is traded, so it must have a snapshot of its book somewhere, ${choice}`);
    }
  }
  if (typeof pairs === "number") {
    if (!Number.isInteger(pairs) || pairs < 1 || pairs > recorded.length) {
      fail("pairs", `an integer from 1 to ${recorded.length}, as many as the recorded market has`);
    }
    return recorded.slice(0, pairs);
  }
  if (pairs?.some((pair) => !recorded.includes(pair)) === true) {
    fail("pairs", `pairs of the recorded market: ${recorded.join(", ")}`);
  }
  return pairs ?? recorded;
}

/**
 * Reads where the market comes from. A recorded one is read and checked.
 *
 * @throws ValidationError `option-invalid`; `option` is `market.` and the place of a record that is wrong
 */
export function marketSourceOf({ pairs, feed, market, queue, logger }: MarketSourceOptions): MarketSourceSettings {
  const rule = queue ?? usualQueueRule;
  if (!queueRules.includes(rule)) {
    fail("queue", `one of ${queueRules.join(", ")}`);
  }
  if (queue !== undefined && feed === undefined && market === undefined) {
    fail("queue", "given together with a feed or a recorded market");
  }
  if (market === undefined) {
    return { feed, market, pairs, queue: rule };
  }
  if (feed !== undefined) {
    fail("market", "absent where there is a feed");
  }
  const settings = marketSettingsOf(market);
  const chosen = pairsOfMarket(settings, pairs);
  const player = new MarketPlayer(settings, chosen, logger);
  return { feed: player, market: player, pairs: chosen, queue: rule };
}
