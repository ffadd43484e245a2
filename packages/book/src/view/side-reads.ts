import type { Price } from "@depthwire/schema";
import { compareScaled, ExactDecimal, type ScaledDecimal, scaledTo } from "../exact/decimal.js";
import { type ExactRatio, exactRatio } from "../exact/ratio.js";

/** The levels of one side as the reads below see them, best first: scaled integers of any size. */
export interface SideLevels {
  readonly length: number;
  readonly side: "asks" | "bids";
  readonly priceScale: number;
  readonly quantityScale: number;
  price(index: number): Price;
  exactPrice(index: number): bigint;
  exactQuantity(index: number): bigint;
}

/** What lies on one side of a book from its best price to some other. */
export interface SideDepth {
  /** How many levels. */
  readonly levels: number;
  /** Sum of their quantities. */
  readonly quantity: ExactDecimal;
  /** Sum of price × quantity. */
  readonly notional: ExactDecimal;
}

/** What taking a quantity from one side costs, level by level, best first. */
export interface FillCost {
  /** Whether the side has as much as was asked for. With fewer levels than the venue's in the view, it may have more. */
  readonly complete: boolean;
  /** Levels that are touched. */
  readonly levels: number;
  /** What is filled: as much as was asked for, or all that there is. */
  readonly quantity: ExactDecimal;
  /** Its price × quantity. */
  readonly notional: ExactDecimal;
  /** Notional ÷ quantity, the volume-weighted price; undefined when nothing is filled. */
  readonly averagePrice: ExactRatio | undefined;
  /** Price of the last level that is touched; undefined when nothing is filled. */
  readonly worstPrice: Price | undefined;
}

/** How many levels are at `price` or better. */
export function countLevelsTo(side: SideLevels, price: ScaledDecimal): number {
  const worse = side.side === "asks" ? 1 : -1;
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareScaled(priceOf(side, middle), price) === worse) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** Index of the level at exactly this price, with any decimals, or undefined. */
export function findLevel(side: SideLevels, price: ScaledDecimal): number | undefined {
  const index = countLevelsTo(side, price) - 1;
  return index >= 0 && compareScaled(priceOf(side, index), price) === 0 ? index : undefined;
}

/** The sums of the best `count` levels. */
export function sumLevels(side: SideLevels, count: number): SideDepth {
  let quantity = 0n;
  let notional = 0n;
  for (let index = 0; index < count; index++) {
    const levelQuantity = side.exactQuantity(index);
    quantity += levelQuantity;
    notional += levelQuantity * side.exactPrice(index);
  }
  return {
    levels: count,
    quantity: new ExactDecimal(quantity, side.quantityScale),
    notional: new ExactDecimal(notional, side.quantityScale + side.priceScale),
  };
}

/** Takes `wanted`, not below 0, from the side, best level first. */
export function fillFrom(side: SideLevels, wanted: ScaledDecimal): FillCost {
  const scale = Math.max(side.quantityScale, wanted.scale);
  const factor = 10n ** BigInt(scale - side.quantityScale);
  let missing = scaledTo(wanted, scale);
  let filled = 0n;
  let notional = 0n;
  let levels = 0;
  while (missing > 0n && levels < side.length) {
    const offered = side.exactQuantity(levels) * factor;
    const taken = offered < missing ? offered : missing;
    filled += taken;
    notional += taken * side.exactPrice(levels);
    missing -= taken;
    levels++;
  }
  const quantity = new ExactDecimal(filled, scale);
  const cost = new ExactDecimal(notional, scale + side.priceScale);
  return {
    complete: missing === 0n,
    levels,
    quantity,
    notional: cost,
    averagePrice: filled === 0n ? undefined : exactRatio(cost, quantity),
    worstPrice: levels === 0 ? undefined : side.price(levels - 1),
  };
}

function priceOf(side: SideLevels, index: number): ScaledDecimal {
  return { scaled: side.exactPrice(index), scale: side.priceScale };
}
