import type { BookRecord } from "./book-record.js";
import { countRepeats } from "./level-checks.js";
import { copyColumns, type LevelColumns } from "./level-columns.js";

/** Most changes hit the top of a book: so many levels are looked at one by one before the search halves the rest. */
const linearSteps = 24;
/** Up to this distance a loop moves levels faster than the call of `copyWithin` does. */
const loopedMoves = 64;

/**
 * One side of a book as sorted columns with the **best price last**, so that a change near the top moves few levels.
 * Keys ascend: a bid's key is its scaled price, an ask's is the scaled price negated.
 */
export class BookSide {
  readonly #record: BookRecord;
  readonly #side: "asks" | "bids";

  constructor(record: BookRecord, side: "asks" | "bids") {
    this.#record = record;
    this.#side = side;
  }

  /** How many levels there are. */
  get length(): number {
    return this.#side === "asks" ? this.#record.askLength : this.#record.bidLength;
  }

  set length(length: number) {
    if (this.#side === "asks") {
      this.#record.askLength = length;
    } else {
      this.#record.bidLength = length;
    }
  }

  /** The columns as they are now: of no use after the next change. Valid are the first {@link BookSide.length} rows. */
  get columns(): LevelColumns {
    return this.#record.block[this.#side];
  }

  /** Key of the best level; NaN when the side is empty. */
  get bestKey(): number {
    const { length } = this;
    return length === 0 ? Number.NaN : this.#record.keyAt(this.#side, length - 1);
  }

  /** Forgets all levels. */
  clear(): void {
    this.length = 0;
  }

  /** Row of the level with `key`, or -1. */
  find(key: number): number {
    const { keys } = this.columns;
    const row = firstAtLeast(keys, this.length, key);
    return row < this.length && keys[row] === key ? row : -1;
  }

  /** Sets the absolute quantity at `key`. Returns whether the level is new. */
  set(key: number, quantity: number): boolean {
    const length = this.length;
    let { keys, quantities } = this.columns;
    const row = firstAtLeast(keys, length, key);
    if (row < length && keys[row] === key) {
      quantities[row] = quantity;
      return false;
    }
    if (length === this.#record.block.capacity) {
      this.#record.reserve(length + 1);
      ({ keys, quantities } = this.columns);
    }
    moveUp(keys, row, length);
    moveUp(quantities, row, length);
    keys[row] = key;
    quantities[row] = quantity;
    this.length = length + 1;
    return true;
  }

  /** Removes the level at `key`. Returns whether there was one. */
  remove(key: number): boolean {
    const length = this.length;
    const { keys, quantities } = this.columns;
    const row = firstAtLeast(keys, length, key);
    if (row === length || keys[row] !== key) {
      return false;
    }
    moveDown(keys, row, length);
    moveDown(quantities, row, length);
    this.length = length - 1;
    return true;
  }

  /**
   * Replaces all levels by `count` rows of a wire list that starts at `from`; a later row of the same price wins and a
   * quantity of 0 removes. Lists that come sorted, best first, are copied without a search.
   *
   * @param sign 1 for bids, -1 for asks: makes a key of a price
   * @returns how many rows named a price that the list had named before
   */
  replace(prices: Float64Array, quantities: Float64Array, from: number, count: number, sign: 1 | -1): number {
    this.#record.reserve(count);
    const { columns } = this;
    let former = Number.POSITIVE_INFINITY;
    let row = count;
    for (let index = from; row > 0; index++) {
      const key = sign * (prices[index] as number);
      const quantity = quantities[index] as number;
      if (!(key < former) || quantity === 0) {
        break;
      }
      row--;
      columns.keys[row] = key;
      columns.quantities[row] = quantity;
      former = key;
    }
    if (row === 0) {
      this.length = count;
      return 0;
    }
    this.length = 0;
    for (let index = from; index < from + count; index++) {
      const key = sign * (prices[index] as number);
      const quantity = quantities[index] as number;
      if (quantity === 0) {
        this.remove(key);
      } else {
        this.set(key, quantity);
      }
    }
    return countRepeats(prices, from, count);
  }

  /** Makes this side equal to `other`. */
  copyFrom(other: BookSide): void {
    this.#record.reserve(other.length);
    copyColumns(other.columns, this.columns, other.length);
    this.length = other.length;
  }

  /** Whether both sides have the same levels. */
  equals(other: BookSide): boolean {
    if (this.length !== other.length) {
      return false;
    }
    const mine = this.columns;
    const theirs = other.columns;
    for (let row = 0; row < this.length; row++) {
      if (mine.keys[row] !== theirs.keys[row] || mine.quantities[row] !== theirs.quantities[row]) {
        return false;
      }
    }
    return true;
  }

  /** Multiplies all keys and all quantities. Sorting stays, since the factors are positive. */
  scale(keyFactor: number, quantityFactor: number): void {
    const { keys, quantities } = this.columns;
    for (let row = 0; row < this.length; row++) {
      keys[row] = (keys[row] as number) * keyFactor;
      quantities[row] = (quantities[row] as number) * quantityFactor;
    }
  }

  /** Largest absolute key and largest quantity: what a rescaling must still hold exactly. */
  maxima(): { readonly key: number; readonly quantity: number } {
    const { keys, quantities } = this.columns;
    let key = 0;
    let quantity = 0;
    for (let row = 0; row < this.length; row++) {
      key = Math.max(key, Math.abs(keys[row] as number));
      quantity = Math.max(quantity, quantities[row] as number);
    }
    return { key, quantity };
  }
}

/** First row whose key is not below `key`, or `length`. Searches from the best level. */
function firstAtLeast(keys: Float64Array, length: number, key: number): number {
  const linearEnd = length > linearSteps ? length - linearSteps : 0;
  let row = length;
  while (row > linearEnd) {
    if ((keys[row - 1] as number) < key) {
      return row;
    }
    row--;
  }
  let low = 0;
  while (low < row) {
    const middle = (low + row) >>> 1;
    if ((keys[middle] as number) < key) {
      low = middle + 1;
    } else {
      row = middle;
    }
  }
  return row;
}

/** Makes the row free; what stands from there to `length` moves away from it. */
function moveUp(column: Float64Array, row: number, length: number): void {
  if (length - row > loopedMoves) {
    column.copyWithin(row + 1, row, length);
  } else {
    for (let to = length; to > row; to--) {
      column[to] = column[to - 1] as number;
    }
  }
}

/** What stands behind the row, up to `length`, moves over it. */
function moveDown(column: Float64Array, row: number, length: number): void {
  if (length - row > loopedMoves) {
    column.copyWithin(row, row + 1, length);
  } else {
    for (let to = row; to < length - 1; to++) {
      column[to] = column[to + 1] as number;
    }
  }
}
