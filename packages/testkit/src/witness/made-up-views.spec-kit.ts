import type { TrueExchange, TrueLevels, WitnessedSide, WitnessedView } from "./witnessed.js";

/** What a made-up view says otherwise than the usual one. */
export type ViewParts = Partial<WitnessedView>;

/** Both sides of a published state. */
export interface Published {
  readonly asks: TrueLevels;
  readonly bids: TrueLevels;
}

/** What the made-up exchange published as number 7 of its one pair: prices in tenths, quantities in hundredths. */
export const truth: Published = {
  asks: { prices: [1010, 1020], quantities: [5, 6] },
  bids: { prices: [1000, 990], quantities: [3, 4] },
};

/** A side of a view. A level that is not there cannot be asked for. */
export function sideOf(...levels: readonly (readonly [price: number, quantity: number])[]): WitnessedSide {
  const at = (index: number): readonly [number, number] => {
    const level = levels[index];
    if (level === undefined) {
      throw new RangeError(`there is no level ${index}`);
    }
    return level;
  };
  return {
    length: levels.length,
    scaledPrice: (index) => at(index)[0],
    scaledQuantity: (index) => at(index)[1],
  };
}

/** An exchange of one pair that holds one state. */
export function exchangeWith(published: Published): TrueExchange {
  return {
    market: (pair) => (pair === "4BTC_USDT" ? { priceScale: 1, quantityScale: 2 } : undefined),
    published: (pair, seq) => (pair === "4BTC_USDT" && seq === 7 ? { window: published } : undefined),
  };
}

/** A live view with all that was published, but for what is given. */
export function viewWith(parts: ViewParts): WitnessedView {
  return {
    pair: "4BTC_USDT",
    status: "live",
    reason: undefined,
    epoch: 3,
    seq: 7,
    updatedAtMs: 1000,
    priceScale: 1,
    quantityScale: 2,
    asks: sideOf([1010, 5], [1020, 6]),
    bids: sideOf([1000, 3], [990, 4]),
    ...parts,
  };
}
