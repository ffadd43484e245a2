import type { BookSide, OrderBook, PriceLevel } from "./order-book.js";

/** Price levels as two columns, best first. */
export interface Levels {
  readonly prices: readonly number[];
  readonly quantities: readonly number[];
}

/** The part of a book that is published. */
export interface DepthWindow {
  readonly asks: Levels;
  readonly bids: Levels;
}

/**
 * What turns one window into the next. A price stands in at most one of a side's two lists.
 *
 * @spec field note 11
 */
export interface DepthChanges {
  /** New levels and new quantities: absolute. */
  readonly add: DepthWindow;
  /** Levels that are gone, or have left the window, with the quantity published last. */
  readonly del: DepthWindow;
}

/** A book before its first publication. */
export const emptyWindow: DepthWindow = {
  asks: { prices: [], quantities: [] },
  bids: { prices: [], quantities: [] },
};

function takeSide(side: BookSide, maxLevels: number): Levels {
  const prices: number[] = [];
  const quantities: number[] = [];
  const count = Math.min(side.size, maxLevels);
  for (let rank = 0; rank < count; rank++) {
    const level = side.level(rank) as PriceLevel;
    prices.push(level.price);
    quantities.push(level.quantity);
  }
  return { prices, quantities };
}

/** The best `maxLevels` levels of each side, as they are now. */
export function takeWindow(book: OrderBook, maxLevels: number): DepthWindow {
  return { asks: takeSide(book.asks, maxLevels), bids: takeSide(book.bids, maxLevels) };
}

/** Levels that are being collected: plain data, since the state holds them. */
interface LevelList extends Levels {
  readonly prices: number[];
  readonly quantities: number[];
}

function emptyList(): LevelList {
  return { prices: [], quantities: [] };
}

function push({ prices, quantities }: LevelList, from: Levels, rank: number): void {
  prices.push(from.prices[rank] as number);
  quantities.push(from.quantities[rank] as number);
}

/** What turns a side of a window into the next. */
interface SideChanges {
  readonly add: Levels;
  readonly del: Levels;
}

/** The price of a rank, as a number that is larger for worse prices. Beyond a side's end everything is worse than any price. */
function keyOf({ prices }: Levels, rank: number, sign: 1 | -1): number {
  return (prices[rank] ?? sign * Number.POSITIVE_INFINITY) * sign;
}

/** Walks two sides in step. `sign` is 1 where the best price is the lowest (asks) and −1 where it is the highest (bids). */
function compareSides(before: Levels, after: Levels, sign: 1 | -1): SideChanges {
  const add = emptyList();
  const del = emptyList();
  let i = 0;
  let j = 0;
  for (;;) {
    const oldKey = keyOf(before, i, sign);
    const newKey = keyOf(after, j, sign);
    if (oldKey < newKey) {
      push(del, before, i++);
    } else if (newKey < oldKey) {
      push(add, after, j++);
    } else if (newKey === Number.POSITIVE_INFINITY) {
      return { add, del };
    } else {
      if (before.quantities[i] !== after.quantities[j]) {
        push(add, after, j);
      }
      i++;
      j++;
    }
  }
}

/** The difference between two windows of one market. */
export function compareWindows(before: DepthWindow, after: DepthWindow): DepthChanges {
  const asks = compareSides(before.asks, after.asks, 1);
  const bids = compareSides(before.bids, after.bids, -1);
  return { add: { asks: asks.add, bids: bids.add }, del: { asks: asks.del, bids: bids.del } };
}

/** Whether there is nothing to say. */
export function isEmptyChange(changes: DepthChanges): boolean {
  return (
    changes.add.asks.prices.length === 0 &&
    changes.add.bids.prices.length === 0 &&
    changes.del.asks.prices.length === 0 &&
    changes.del.bids.prices.length === 0
  );
}

function applyToSide(side: Levels, steps: readonly SideChanges[], sign: 1 | -1): Levels {
  const quantityAt = new Map<number, number>();
  const setAll = (levels: Levels): void => {
    levels.prices.forEach((price, i) => {
      quantityAt.set(price, levels.quantities[i] as number);
    });
  };
  setAll(side);
  for (const { add, del } of steps) {
    for (const price of del.prices) {
      quantityAt.delete(price);
    }
    setAll(add);
  }
  const prices = [...quantityAt.keys()].sort((left, right) => (left - right) * sign);
  return { prices, quantities: prices.map((price) => quantityAt.get(price) as number) };
}

/** The window that a sequence of changes leads to. */
export function applyChanges(window: DepthWindow, steps: readonly DepthChanges[]): DepthWindow {
  const asks = steps.map(({ add, del }) => ({ add: add.asks, del: del.asks }));
  const bids = steps.map(({ add, del }) => ({ add: add.bids, del: del.bids }));
  return { asks: applyToSide(window.asks, asks, 1), bids: applyToSide(window.bids, bids, -1) };
}
