import { ExactDecimal } from "../exact/decimal.js";
import { ExactRatio } from "../exact/ratio.js";
import type { BookViewSide } from "./book-view-side.js";
import { sumLevels } from "./side-reads.js";

/** Both sides of a book. */
export interface BookSides {
  readonly asks: BookViewSide;
  readonly bids: BookViewSide;
}

/** Lowest ask minus highest bid; undefined when a side is empty. */
export function spreadOf({ asks, bids }: BookSides): ExactDecimal | undefined {
  return asks.length === 0 || bids.length === 0
    ? undefined
    : new ExactDecimal(asks.exactPrice(0) - bids.exactPrice(0), asks.priceScale);
}

/** Half of lowest ask plus highest bid, exact; undefined when a side is empty. */
export function midOf({ asks, bids }: BookSides): ExactDecimal | undefined {
  return asks.length === 0 || bids.length === 0
    ? undefined
    : new ExactDecimal((asks.exactPrice(0) + bids.exactPrice(0)) * 5n, asks.priceScale + 1);
}

/** (bids - asks) ÷ (bids + asks) by the quantity of the best `levels` levels a side; undefined when both are empty. */
export function imbalanceOf({ asks, bids }: BookSides, levels: number): ExactRatio | undefined {
  const asked = sumLevels(asks, Math.min(levels, asks.length)).quantity.scaled;
  const bid = sumLevels(bids, Math.min(levels, bids.length)).quantity.scaled;
  return asked + bid === 0n ? undefined : new ExactRatio(bid - asked, bid + asked);
}
