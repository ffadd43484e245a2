import { ValidationError } from "@depthwire/core";
import { toScaled } from "@depthwire/core/internal";
import type { Command } from "@depthwire/exchange";
import type { Market, MirrorLevel, QueueRule } from "@depthwire/exchange/internal";
import type { FeedLevel, MarketFeedSink } from "./market-feed.js";

/** Where nothing is said: the worst that can be. */
export const usualQueueRule: QueueRule = "behind-all";

/** What a feed is told to. */
export interface MirrorTarget {
  market(pair: string): Market | undefined;
  apply(command: Command): unknown;
}

function marketOf(target: MirrorTarget, pair: string): Market {
  const market = target.market(pair);
  if (market === undefined) {
    throw new ValidationError("value-invalid", { path: "pair", rule: "a pair of the sandbox" });
  }
  return market;
}

function scaled(text: string, scale: number, path: string): number {
  const value = toScaled(text, scale);
  if (value === undefined || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new ValidationError("value-invalid", { path, rule: `a decimal with at most ${scale} places` });
  }
  return Number(value);
}

function levelsOf({ priceScale, quantityScale }: Market, levels: readonly FeedLevel[], path: string): MirrorLevel[] {
  return levels.map(({ price, quantity }, i) => [
    scaled(price, priceScale, `${path}[${i}].price`),
    scaled(quantity, quantityScale, `${path}[${i}].quantity`),
  ]);
}

/**
 * Makes commands of what a feed tells.
 *
 * @param rule where users' orders stand among the public's
 */
export function mirrorFeed(target: MirrorTarget, rule: QueueRule): MarketFeedSink {
  const queue = rule === usualQueueRule ? {} : { queue: rule };
  return {
    depth: ({ pair, scope, asks, bids }) => {
      const market = marketOf(target, pair);
      const sides = { asks: levelsOf(market, asks, "asks"), bids: levelsOf(market, bids, "bids") };
      target.apply({ kind: "mirror-depth", pair, scope, ...sides, ...queue });
    },
    trade: ({ pair, price, quantity, takerDirection }) => {
      const { priceScale, quantityScale } = marketOf(target, pair);
      target.apply({
        kind: "mirror-trade",
        pair,
        price: scaled(price, priceScale, "price"),
        quantity: scaled(quantity, quantityScale, "quantity"),
        takerDirection,
        ...queue,
      });
    },
  };
}
