import type { Direction } from "../market/market.js";

/** A level of somebody else's book: price and quantity at the market's scales. */
export type MirrorLevel = readonly [price: number, quantity: number];

/**
 * Where an order of one's own stands among the public's at its price. The public's quantity there falls without a trade when somebody leaves, and nobody
 * knows who: `behind-all`, those behind leave first, which is the worst that can be; `proportional`, everybody's share of those in front and behind
 * leaves, rounded to the order's disadvantage; `front`, nobody stands in front, which is the best that can be.
 */
export type QueueRule = (typeof queueRules)[number];

/** Every rule, from the worst for the order to the best. */
export const queueRules = ["behind-all", "proportional", "front"] as const;

/** The public book of another venue has become this, or has changed by this. Prices and quantities are at the market's scales. */
export interface MirrorDepth {
  readonly kind: "mirror-depth";
  readonly pair: string;
  /** `whole`: what is not in it is gone; `change`: what is not in it stays, and a quantity of 0 is gone. */
  readonly scope: "whole" | "change";
  readonly asks: readonly MirrorLevel[];
  readonly bids: readonly MirrorLevel[];
  /** `behind-all` by default. */
  readonly queue?: QueueRule;
}

/** Somebody traded at another venue. Price and quantity are at the market's scales. */
export interface MirrorTrade {
  readonly kind: "mirror-trade";
  readonly pair: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerDirection: Direction;
  /** `behind-all` by default. */
  readonly queue?: QueueRule;
}
