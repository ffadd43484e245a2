import type { Pair } from "@depthwire/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { noBookCounters } from "../book/book-counters.js";
import { DepthBook } from "../book/depth-book.js";
import { exactForm } from "../exact/form.js";
import { type SinkContent, sinkOf } from "../spec-kit/depth-sink.spec-kit.js";
import { TopBuffer } from "./book-top.js";
import { BookView } from "./book-view.js";
import { isCompleteFor, viewDataOf } from "./book-view-data.js";

let book: DepthBook;
const take = (content: SinkContent) => book.apply(sinkOf(content), { priceScale: 1, quantityScale: 2 }, 5_000, 0);
const columnsOf = ({ askPrices, askQuantities, bidPrices, bidQuantities }: TopBuffer) =>
  [askPrices, askQuantities, bidPrices, bidQuantities].map((column) => Array.from(column));
const label = { status: "live", reason: undefined, epoch: 1, seq: 7, updatedAtMs: 9, receivedAtMs: 5_000 };

beforeEach(() => {
  const rules = { sequencePolicy: "contiguous", sameLevel: "resync", maxLevels: 9 } as const;
  book = new DepthBook(rules, noBookCounters(), 0, { exact: exactForm });
  book.subscribed("new-connection");
  const asks = [101, 102, 103].map((price) => [price, price * 2] as const);
  take({ kind: "snapshot", seq: 7, ut: 9, asks, bids: [[99, 5]] });
});

describe.each([
  ["read from a book", (top: TopBuffer) => top.read(book)],
  ["filled from its data", (top: TopBuffer) => top.fill(viewDataOf(book, 0, 9))],
] as const)("the best levels, %s", (_, fill) => {
  it("are as many as there is room for, best first, with what is known of the book", () => {
    const top = new TopBuffer(2);
    fill(top);
    expect(top).toMatchObject({ ...label, version: book.version, priceScale: 1, quantityScale: 2, isExact: false });
    expect([top.askCount, top.bidCount]).toEqual([2, 1]);
    expect(columnsOf(top)).toEqual([
      [101, 102],
      [202, 204],
      [99, 0],
      [5, 0],
    ]);
  });

  it("are all of them where there is more room", () => {
    const top = new TopBuffer(4);
    fill(top);
    expect([top.askCount, top.bidCount]).toEqual([3, 1]);
    expect(columnsOf(top)[0]).toEqual([101, 102, 103, 0]);
  });

  it("say why the book is not live", () => {
    book.lose("gap");
    const top = new TopBuffer(1);
    fill(top);
    expect(top).toMatchObject({ status: "gapped", reason: "gap", askCount: 1 });
  });
});

describe("a view of integers that pass 2^53", () => {
  const view = () => new BookView("4BTC_USDT" as Pair, viewDataOf(book, 0, 9), book, 9);

  beforeEach(() => {
    const large = sinkOf({ kind: "snapshot", seq: 8, ut: 10 });
    const levels = [2n ** 60n, 101n].map((price) => ({ price, quantity: price === 101n ? 2n ** 61n : 3n }));
    large.exact = {
      priceScale: 0,
      quantityScale: 0,
      sections: [levels, [{ price: 99n, quantity: 1n }], [], [], [], []],
    };
    book.apply(large, { priceScale: 0, quantityScale: 0 }, 5_000, 0);
  });

  it("has them as bigints, and as numbers where they fit", () => {
    const { asks, bids, isExact } = view();
    expect([isExact, asks.length, bids.length]).toEqual([true, 2, 1]);
    expect([asks.exactPrice(0), asks.exactPrice(1), asks.exactQuantity(0)]).toEqual([101n, 2n ** 60n, 2n ** 61n]);
    expect([asks.scaledPrice(0), asks.scaledQuantity(1), bids.scaledPrice(0)]).toEqual([101, 3, 99]);
    expect(() => asks.scaledPrice(1)).toThrow(/2\^53/);
    expect(() => asks.scaledQuantity(0)).toThrow(RangeError);
    expect(asks.level(1)).toEqual({ price: String(2n ** 60n), quantity: "3" });
  });

  it("has no rows in the best levels, which say so", () => {
    const top = new TopBuffer(2);
    top.fill(viewDataOf(book, 0, 9));
    expect(top).toMatchObject({ isExact: true, askCount: 0, bidCount: 0, seq: 8 });
  });
});

it("a view has a level at each index of its side, and at no other", () => {
  const { asks } = new BookView("4BTC_USDT" as Pair, viewDataOf(book, 0, 9), book, 2);
  expect([asks.price(1), asks.quantity(1), asks.scaledPrice(1), asks.scaledQuantity(1)]).toEqual([
    "10.2",
    "2.04",
    102,
    204,
  ]);
  for (const index of [-1, 2, 0.5, Number.NaN]) {
    for (const read of ["price", "quantity", "scaledPrice", "exactPrice", "exactQuantity"] as const) {
      expect(() => asks[read](index)).toThrow(RangeError);
    }
    expect(asks.level(index)).toBeUndefined();
  }
});

it("data are complete for as many levels as were asked for, and for more where both sides end before", () => {
  expect(isCompleteFor(viewDataOf(book, 0, 3), 3)).toBe(true);
  expect(isCompleteFor(viewDataOf(book, 0, 3), 4)).toBe(false);
  expect(isCompleteFor(viewDataOf(book, 0, 1), 2)).toBe(false);
  expect(isCompleteFor(viewDataOf(book, 0, 4), 9)).toBe(true);
});
