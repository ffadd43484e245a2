import { compareDecimal } from "@depthwire/core";

/** One side of a book that is checked, best level first. A `BookViewSide` is one. */
export interface CheckedSide {
  readonly length: number;
  price(index: number): string;
  quantity(index: number): string;
}

/** A book that is checked. A `BookView` is one. */
export interface CheckedBook {
  readonly pair: string;
  readonly seq: number;
  readonly asks: CheckedSide;
  readonly bids: CheckedSide;
}

/** One level as the sandbox tells it. */
export interface PublishedLevel {
  readonly price: string;
  readonly quantity: string;
}

/** One state that the sandbox published: the truth. Best levels first. */
export interface PublishedBook {
  readonly seq: number;
  readonly asks: readonly PublishedLevel[];
  readonly bids: readonly PublishedLevel[];
}

/** Where a book first differs from the truth, as words; undefined when it does not. All levels, exact values. */
export function firstDifference(book: CheckedBook, truth: PublishedBook): string | undefined {
  if (book.seq !== truth.seq) {
    return `seq ${book.seq} was held against ${truth.seq}`;
  }
  return sideDifference("asks", book.asks, truth.asks) ?? sideDifference("bids", book.bids, truth.bids);
}

function sideDifference(
  name: "asks" | "bids",
  side: CheckedSide,
  levels: readonly PublishedLevel[],
): string | undefined {
  if (side.length !== levels.length) {
    return `${name} has ${side.length} levels, the sandbox ${levels.length}`;
  }
  for (const [index, { price, quantity }] of levels.entries()) {
    if (!sameValue(side.price(index), price) || !sameValue(side.quantity(index), quantity)) {
      const found = `${side.quantity(index)} at ${side.price(index)}`;
      return `${name}[${index}] is ${found}, in the sandbox ${quantity} at ${price}`;
    }
  }
  return undefined;
}

/** `101.1` and `101.10` are one price. @spec field note 12 */
function sameValue(left: string, right: string): boolean {
  return left === right || compareDecimal(left, right) === 0;
}
