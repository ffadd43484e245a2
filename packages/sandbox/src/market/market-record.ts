import type { Direction } from "@depthwire/exchange/internal";

/** A level of a recorded book: price and quantity as plain decimals. */
export type MarketLevel = readonly [price: string, quantity: string];

interface RecordedBook {
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  readonly pair: string;
  /** The number that the recorded venue gave this state; nothing depends on it. */
  readonly seq?: number;
  readonly asks: readonly MarketLevel[];
  readonly bids: readonly MarketLevel[];
}

/** The whole public book of a pair: what is not in it is gone. Without levels, nobody knows the book until the next snapshot. */
export interface MarketSnapshot extends RecordedBook {
  readonly kind: "snapshot";
}

/** What has changed in the book: the new quantity at each price, `0` where nothing is left. */
export interface MarketUpdate extends RecordedBook {
  readonly kind: "update";
}

/** A public trade. */
export interface MarketDeal {
  readonly kind: "deal";
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  readonly pair: string;
  readonly price: string;
  readonly quantity: string;
  /** What the taker did. */
  readonly side: Direction;
}

/** One line of a recorded market. */
export type MarketRecord = MarketSnapshot | MarketUpdate | MarketDeal;
