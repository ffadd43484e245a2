import type { Direction } from "../market/market.js";

/** A level of somebody else's book: price and quantity at the market's scales. */
export type MirrorLevel = readonly [price: number, quantity: number];

/** The public book of another venue has become this, or has changed by this. Prices and quantities are at the market's scales. */
export interface MirrorDepth {
  readonly kind: "mirror-depth";
  readonly pair: string;
  /** `whole`: what is not in it is gone; `change`: what is not in it stays, and a quantity of 0 is gone. */
  readonly scope: "whole" | "change";
  readonly asks: readonly MirrorLevel[];
  readonly bids: readonly MirrorLevel[];
}

/** Somebody traded at another venue. Price and quantity are at the market's scales. */
export interface MirrorTrade {
  readonly kind: "mirror-trade";
  readonly pair: string;
  readonly price: number;
  readonly quantity: number;
  readonly takerDirection: Direction;
}
