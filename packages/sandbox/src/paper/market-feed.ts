import type { Clock } from "@depthwire/core";
import type { Direction } from "@depthwire/exchange/internal";

/** A level of a book as plain decimals. A quantity of `0` is gone. */
export interface FeedLevel {
  readonly price: string;
  readonly quantity: string;
}

/** The public book of one pair elsewhere, or what has changed in it. */
export interface FeedDepth {
  readonly pair: string;
  /** `whole`: what is not in it is gone; `change`: what is not in it stays. */
  readonly scope: "whole" | "change";
  readonly asks: readonly FeedLevel[];
  readonly bids: readonly FeedLevel[];
}

/** A public trade elsewhere. */
export interface FeedTrade {
  readonly pair: string;
  readonly price: string;
  readonly quantity: string;
  readonly takerDirection: Direction;
}

/** Where a feed tells what happens elsewhere. What it tells happens here at the moment of the call. */
export interface MarketFeedSink {
  /** @throws ValidationError `value-invalid` for an unknown pair, or a number that is not a decimal or is finer than the market */
  depth(depth: FeedDepth): void;
  /** @throws ValidationError `value-invalid` for an unknown pair, or a number that is not a decimal or is finer than the market */
  trade(trade: FeedTrade): void;
}

/**
 * Market data of another venue, live or recorded: they take the place of the sandbox's own agents.
 */
export interface MarketFeed {
  /**
   * Begins to tell.
   *
   * @param clock the sandbox's time, for what is recorded
   * @returns stops it
   */
  start(sink: MarketFeedSink, clock: Clock): () => void;
}
