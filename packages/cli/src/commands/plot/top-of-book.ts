import type { DepthBook } from "@depthwire/book/internal";

/** A level as a picture needs it: numbers that may be rounded. */
export interface PlottedLevel {
  readonly price: number;
  readonly amount: number;
}

/** The best levels of a side, best first. */
export function plottedLevels(book: DepthBook, side: "asks" | "bids", most: number): readonly PlottedLevel[] {
  const { priceScale, quantityScale } = book.exact ?? book.levels;
  const [priceUnit, amountUnit] = [Number(`1e${priceScale}`), Number(`1e${quantityScale}`)];
  const { keys, quantities } = book.exact?.[side] ?? book.levels[side].columns;
  const { length } = (book.exact ?? book.levels)[side];
  return Array.from({ length: Math.min(most, length) }, (_, index) => {
    const row = length - 1 - index;
    return { price: Math.abs(Number(keys[row])) / priceUnit, amount: Number(quantities[row]) / amountUnit };
  });
}
