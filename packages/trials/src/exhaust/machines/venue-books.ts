import type { ColumnBook } from "@depthwire/book/internal";
import { DepthSection } from "@depthwire/core/internal";

/** One level: price and quantity. */
type Level = readonly [price: number, quantity: number];

/** A book as the venue has it. */
export interface VenueBook {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

export const bookSides = ["asks", "bids"] as const;

/** The books that a venue of a small world publishes: levels come, go and change, and a side may be empty. */
export const venueBooks: readonly VenueBook[] = [
  { asks: [[5, 1]], bids: [[4, 1]] },
  {
    asks: [
      [5, 2],
      [6, 1],
    ],
    bids: [[3, 1]],
  },
  { asks: [[6, 1]], bids: [] },
];

/** One row of an update. */
export interface LevelChange {
  readonly section: number;
  readonly price: number;
  readonly quantity: number;
}

const sections = {
  asks: { add: DepthSection.askSet, del: DepthSection.askDelete, mod: DepthSection.askModify },
  bids: { add: DepthSection.bidSet, del: DepthSection.bidDelete, mod: DepthSection.bidModify },
} as const;

/** The rows that lead from one book to another. */
export function changesBetween(from: VenueBook, to: VenueBook): readonly LevelChange[] {
  return bookSides.flatMap((side) => {
    const { add, del, mod } = sections[side];
    const before = new Map(from[side]);
    const after = new Map(to[side]);
    const gone = [...before].filter(([price]) => !after.has(price));
    const there = [...after].filter(([price, quantity]) => before.get(price) !== quantity);
    return [
      ...there.map(([price, quantity]) => ({ section: before.has(price) ? mod : add, price, quantity })),
      ...gone.map(([price, quantity]) => ({ section: del, price, quantity })),
    ];
  });
}

/** A book as text, the same for the same levels. */
export function textOfBook(book: VenueBook): string {
  return bookSides
    .map((side) =>
      book[side]
        .map(([price, quantity]) => `${price}x${quantity}`)
        .toSorted()
        .join(),
    )
    .join("/");
}

/** The same of the product's levels. */
export function textOfLevels(levels: ColumnBook): string {
  const sides = bookSides.map((side) => {
    const { columns, length } = levels[side];
    const prices = [...columns.keys.subarray(0, length)].map(Math.abs);
    return prices
      .map((price, row) => `${price}x${columns.quantities[row]}`)
      .toSorted()
      .join();
  });
  return sides.join("/");
}
