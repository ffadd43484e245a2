import { formatScaled, parseDecimal, trimDecimal } from "@depthwire/core/internal";
import type { Price, Quantity } from "@depthwire/schema";
import { ExactBook } from "../exact/book.js";
import { compareScaled, type ScaledDecimal } from "../exact/decimal.js";
import type { PastBook } from "./book-history.js";
import type { LevelDifference } from "./book-verdict.js";
import type { DepthLevelRead } from "./depth-source.js";

/** The venue's answer about one side, by exact price. */
export interface SideEvidence {
  /** Quantity by price, both in their shortest form. */
  readonly levels: ReadonlyMap<string, string>;
  /** The worst price that it speaks of; undefined when it is complete. */
  readonly bound: ScaledDecimal | undefined;
}

/**
 * What the venue answered about one side, when at most `size` levels were asked for.
 *
 * @returns undefined when it cannot be used
 * @throws ProtocolError `number-malformed`, `number-too-large`
 */
export function sideEvidence(
  side: "asks" | "bids",
  rows: readonly DepthLevelRead[],
  size: number,
): SideEvidence | undefined {
  const levels = new Map<string, string>();
  let worst: ScaledDecimal | undefined;
  for (const row of rows) {
    const price = scaledOf(row.price);
    levels.set(shortText(price), shortText(scaledOf(row.quantity)));
    if (worst === undefined || isWorse(side, price, worst)) {
      worst = price;
    }
  }
  if (levels.size !== rows.length || rows.length > size) {
    return undefined;
  }
  return { levels, bound: rows.length < size ? undefined : worst };
}

/** All prices at which a side of the book and the evidence differ, the book's own first. */
export function sideDifferences(
  book: PastBook,
  side: "asks" | "bids",
  { levels, bound }: SideEvidence,
): LevelDifference[] {
  const { priceScale, quantityScale } = book;
  const { keys, quantities, length } = rowsOf(book, side);
  const sign = side === "asks" ? -1n : 1n;
  const missing = new Map(levels);
  const differences: LevelDifference[] = [];
  for (let row = length - 1; row >= 0; row--) {
    const level = { scaled: sign * BigInt(keys[row] as number | bigint), scale: priceScale };
    if (bound !== undefined && isWorse(side, level, bound)) {
      break;
    }
    const price = shortText(level);
    const ours = shortText({ scaled: BigInt(quantities[row] as number | bigint), scale: quantityScale });
    const theirs = levels.get(price);
    missing.delete(price);
    if (ours !== theirs) {
      differences.push(difference(side, price, ours, theirs));
    }
  }
  for (const [price, theirs] of missing) {
    differences.push(difference(side, price, undefined, theirs));
  }
  return differences;
}

function rowsOf(
  book: PastBook,
  side: "asks" | "bids",
): {
  readonly keys: ArrayLike<number | bigint>;
  readonly quantities: ArrayLike<number | bigint>;
  readonly length: number;
} {
  if (book instanceof ExactBook) {
    return book[side];
  }
  const { columns, length } = book[side];
  return { keys: columns.keys, quantities: columns.quantities, length };
}

function difference(
  side: "asks" | "bids",
  price: string,
  ours: string | undefined,
  theirs: string | undefined,
): LevelDifference {
  return { side, price: price as Price, ours: ours as Quantity | undefined, theirs: theirs as Quantity | undefined };
}

function isWorse(side: "asks" | "bids", price: ScaledDecimal, than: ScaledDecimal): boolean {
  return compareScaled(price, than) === (side === "asks" ? 1 : -1);
}

function scaledOf(text: string): ScaledDecimal {
  const { digits, scale } = parseDecimal(text);
  return { scaled: digits, scale };
}

function shortText({ scaled, scale }: ScaledDecimal): string {
  return trimDecimal(formatScaled(scaled, scale));
}
