import { expect, it } from "vitest";
import type { Direction } from "../market/market.js";
import { BookSide, OrderBook, ordersOf, type PriceLevel, type RestingOrder } from "./order-book.js";

function orderOf(id: number, direction: Direction, price: number, remaining = 10): RestingOrder {
  const side = direction === "buy" ? "open-long" : "open-short";
  const resting = { id, account: 1001, pair: "4BTC_USDT", side, direction, price, remaining } as const;
  return { ...resting, record: undefined, previous: undefined, next: undefined };
}

/** The orders of a level from one end to the other, by the links of either direction. */
function lineOf(level: PriceLevel): readonly number[] {
  const line = ordersOf(level).map(({ id }) => id);
  const back: number[] = [];
  for (let order = level.last; order !== undefined; order = order.previous) {
    back.push(order.id);
  }
  expect(back.reverse()).toEqual(line);
  return line;
}

/** Price, quantity and orders of each level, best first. */
function levelsOf(side: BookSide): readonly unknown[] {
  const levels = Array.from({ length: side.size }, (_, rank) => side.level(rank) as PriceLevel);
  expect(side.best()).toBe(levels[0]);
  expect(side.levels()).toEqual(levels.toReversed());
  return levels.map((level) => [level.price, level.quantity, ...lineOf(level)]);
}

/** A side with three orders at 100, and one on either side of it. */
function filledSide(direction: Direction): { readonly side: BookSide; readonly orders: readonly RestingOrder[] } {
  const side = new BookSide(direction);
  const orders = [100, 101, 100, 99, 100].map((price, i) => orderOf(i, direction, price, 10 + i));
  for (const order of orders) {
    side.add(order);
  }
  return { side, orders };
}

const middle = [100, 36, 0, 2, 4];

it.each([
  ["buy", [[101, 11, 1], middle, [99, 13, 3]]],
  ["sell", [[99, 13, 3], middle, [101, 11, 1]]],
] as const)("those who %s stand by price, and at one price as they came", (direction, levels) => {
  expect(levelsOf(filledSide(direction).side)).toEqual(levels);
});

it.each([
  [0, [100, 26, 2, 4]],
  [2, [100, 24, 0, 4]],
  [4, [100, 22, 0, 2]],
] as const)("order %i leaves from wherever it stands", (id, left) => {
  const { side, orders } = filledSide("buy");
  side.remove(orders[id] as RestingOrder);
  expect(levelsOf(side)).toEqual([[101, 11, 1], left, [99, 13, 3]]);
});

it("a price at which nobody waits any more is gone, and one who does not wait takes nothing away", () => {
  const { side, orders } = filledSide("buy");
  side.remove(orders[1] as RestingOrder);
  expect(levelsOf(side)).toEqual([middle, [99, 13, 3]]);
  expect(side.at(101)).toBeUndefined();
  expect(side.at(99)?.quantity).toBe(13);
  for (const price of [98, 101]) {
    side.remove(orderOf(9, "buy", price));
  }
  expect(levelsOf(side)).toEqual([middle, [99, 13, 3]]);
});

it("an order can be put before all others of its price, and alone where nobody is", () => {
  const { side, orders } = filledSide("sell");
  side.addFirst(orderOf(7, "sell", 100, 5));
  side.addFirst(orderOf(8, "sell", 102, 6));
  side.addFirst({ ...orderOf(9, "sell", 99, 1), previous: orders[0], next: orders[0] });
  expect(levelsOf(side)).toEqual([
    [99, 14, 9, 3],
    [100, 41, 7, 0, 2, 4],
    [101, 11, 1],
    [102, 6, 8],
  ]);
  side.remove(side.at(99)?.last as RestingOrder);
  side.remove(side.at(100)?.first as RestingOrder);
  expect(levelsOf(side)).toEqual([[99, 1, 9], middle, [101, 11, 1], [102, 6, 8]]);
});

it("an order that becomes larger or smaller keeps its place", () => {
  const { side, orders } = filledSide("buy");
  side.resize(orders[2] as RestingOrder, 20);
  expect(levelsOf(side)).toEqual([
    [101, 11, 1],
    [100, 44, 0, 2, 4],
    [99, 13, 3],
  ]);
  side.resize(orders[2] as RestingOrder, 1);
  expect(levelsOf(side)).toEqual([
    [101, 11, 1],
    [100, 25, 0, 2, 4],
    [99, 13, 3],
  ]);
  expect(orders[2]?.remaining).toBe(1);
});

it("a fill takes from the first order, which leaves when nothing is left of it", () => {
  const { side, orders } = filledSide("sell");
  const [level, first] = [side.at(100) as PriceLevel, orders[0] as RestingOrder];
  side.fillFirst(level, first, 4);
  expect(levelsOf(side)[1]).toEqual([100, 32, 0, 2, 4]);
  expect(first.remaining).toBe(6);
  side.fillFirst(level, first, 6);
  expect(levelsOf(side)[1]).toEqual([100, 26, 2, 4]);
  expect(first.remaining).toBe(0);
});

it("an order that comes again has no neighbours of before", () => {
  const { side, orders } = filledSide("buy");
  const first = orders[0] as RestingOrder;
  side.remove(first);
  side.add(first);
  expect(levelsOf(side)[1]).toEqual([100, 36, 2, 4, 0]);
});

it("the levels of another side are taken over as they are", () => {
  const { side } = filledSide("buy");
  const copy = new BookSide("buy");
  copy.adopt(side.levels());
  expect(levelsOf(copy)).toEqual(levelsOf(side));
  expect(new BookSide("buy").best()).toBeUndefined();
});

it("a book has a side for each direction", () => {
  const book = new OrderBook();
  expect([book.side("buy"), book.side("sell")]).toEqual([book.bids, book.asks]);
  expect([book.bids.direction, book.asks.direction]).toEqual(["buy", "sell"]);
});
