import type { BookStatus } from "@depthwire/book";
import { ColumnBook, type PublishedBook, TopBuffer } from "@depthwire/book/internal";
import { describe, expect, test } from "vitest";
import { createSharedBook } from "./shared-book-layout.js";
import { SharedBookReader } from "./shared-book-reader.js";
import { SharedBookWriter } from "./shared-book-writer.js";
import { SharedBooks } from "./shared-books.js";

const rules = { maxLevels: 2_000, sameLevel: "resync" } as const;

/** A book with `count` levels a side around 1,000. */
function bookOf(version: number, count: number, status: BookStatus = "live"): PublishedBook {
  const levels = new ColumnBook(rules);
  for (let index = 0; index < count; index++) {
    levels.asks.set(-(1_001 + index), version + index);
    levels.bids.set(999 - index, 2 * version + index);
  }
  levels.priceScale = 2;
  levels.quantityScale = 3;
  const reason = status === "live" ? undefined : "gap";
  return {
    status,
    reason,
    epoch: 4,
    seq: version,
    updatedAtMs: 10 * version,
    receivedAtMs: 11 * version,
    version,
    levels,
  };
}

function sharedBook(capacity: number) {
  const memory = createSharedBook(capacity);
  return { writer: new SharedBookWriter(memory), reader: new SharedBookReader(memory) };
}

const rows = (column: Float64Array, count: number) => [...column.subarray(0, count)];

describe("row 16: a shared book", () => {
  test("has no state before the first is published", () => {
    const { reader } = sharedBook(16);
    expect(reader.readTop(new TopBuffer(2))).toBe(false);
    expect(reader.readView(1, 2, "sequenced", -1)).toBeUndefined();
  });

  test("is read best first, as many levels as are wanted", () => {
    const { writer, reader } = sharedBook(16);
    writer.publish(bookOf(7, 3));
    const top = new TopBuffer(2);
    expect(reader.readTop(top)).toBe(true);
    expect(top).toMatchObject({ status: "live", reason: undefined, epoch: 4, seq: 7, updatedAtMs: 70, version: 7 });
    expect(top).toMatchObject({ receivedAtMs: 77, priceScale: 2, quantityScale: 3, askCount: 2, bidCount: 2 });
    expect([rows(top.askPrices, 2), rows(top.askQuantities, 2)]).toEqual([
      [1_001, 1_002],
      [7, 8],
    ]);
    expect([rows(top.bidPrices, 2), rows(top.bidQuantities, 2)]).toEqual([
      [999, 998],
      [14, 15],
    ]);
  });

  test("gives a view of the same state, and none when it is known", () => {
    const { writer, reader } = sharedBook(16);
    writer.publish(bookOf(7, 2, "gapped"));
    const view = reader.readView(5, Number.POSITIVE_INFINITY, "sequenced", 6);
    expect(view).toMatchObject({ book: 5, status: "gapped", reason: "gap", seq: 7, askCount: 2, bidCount: 2 });
    expect(rows(view?.columns ?? new Float64Array(0), 8)).toEqual([1_001, 1_002, 7, 8, 999, 998, 14, 15]);
    expect(reader.readView(5, 2, "sequenced", 7)).toBeUndefined();
  });

  test("shows the newest of several states, also one with fewer levels or none", () => {
    const { writer, reader } = sharedBook(16);
    const top = new TopBuffer(16);
    for (const count of [9, 3, 0]) {
      writer.publish(bookOf(20 - count, count));
      expect(reader.readTop(top)).toBe(true);
      expect([top.version, top.askCount, top.bidCount]).toEqual([20 - count, count, count]);
    }
  });

  test("says how many levels it has no room for, and that its view is not whole", () => {
    const { writer, reader } = sharedBook(16);
    writer.publish(bookOf(1, 40));
    expect([reader.bookLevels, reader.capacity]).toEqual([40, 16]);
    expect(reader.readView(1, 100, "sequenced", -1)).toMatchObject({ askCount: 16, levels: 16 });
  });

  test("is not read while it is written: whoever would wait for a sleeping writer gives up", () => {
    const memory = createSharedBook(16);
    new SharedBookWriter(memory).publish(bookOf(1, 2));
    const reader = new SharedBookReader(memory);
    Atomics.add(new Int32Array(memory), 0, 1);
    expect(reader.readTop(new TopBuffer(2))).toBe(false);
    expect(reader.readView(1, 2, "sequenced", -1)).toBeUndefined();
    Atomics.add(new Int32Array(memory), 0, 1);
    expect(reader.readTop(new TopBuffer(2))).toBe(true);
  });

  test("holds no numbers that are too large for it, and says so", () => {
    const { writer, reader } = sharedBook(16);
    writer.publish(bookOf(1, 2));
    writer.publishTooLarge(bookOf(2, 2));
    expect([reader.holdsLevels, reader.readTop(new TopBuffer(2))]).toEqual([false, false]);
    expect(reader.readView(1, 2, "sequenced", -1)).toBeUndefined();
    writer.publish(bookOf(3, 2));
    expect([reader.holdsLevels, reader.readTop(new TopBuffer(2))]).toEqual([true, true]);
  });

  test.each([
    { trust: "hears-nothing", reason: "thread-silent" },
    { trust: "lost", reason: "thread-lost" },
  ] as const)("is stale for a reader when its host $trust, whatever it says itself", ({ trust, reason }) => {
    const { writer, reader } = sharedBook(16);
    writer.publish(bookOf(1, 2));
    reader.setTrust(trust);
    writer.publish(bookOf(2, 2));
    const top = new TopBuffer(2);
    expect(reader.readTop(top)).toBe(true);
    expect(top).toMatchObject({ status: "stale", reason, seq: 2 });
    reader.setTrust("trusts");
    reader.readTop(top);
    expect(top).toMatchObject({ status: "live", reason: undefined });
  });
});

describe("row 16: the shared books of a thread", () => {
  function startBooks() {
    const offers: { book: number; memory: SharedArrayBuffer }[] = [];
    const books = new SharedBooks(2_000, "sequenced", (book, memory) => offers.push({ book, memory }));
    const publish = (state: PublishedBook) =>
      new SharedBookWriter(offers.at(-1)?.memory ?? createSharedBook(0)).publish(state);
    return { offers, books, publish };
  }

  test("share a book when it is first read, and read it once it is published", () => {
    const { offers, books, publish } = startBooks();
    const wish = { id: 3, levels: 10 };
    expect([books.isReadable(wish), books.isReadable(wish), offers.length]).toEqual([false, false, 1]);
    publish(bookOf(5, 4));
    expect([books.isReadable(wish), offers.length]).toEqual([true, 1]);
    expect(books.readView(wish, -1)).toMatchObject({ seq: 5, book: 3 });
  });

  test("give a book more room when it has grown and somebody wants it all", () => {
    const { offers, books, publish } = startBooks();
    const wish = { id: 3, levels: Number.POSITIVE_INFINITY };
    books.isReadable(wish);
    publish(bookOf(5, 300));
    expect([books.isReadable(wish), books.isReadable(wish), offers.length]).toEqual([false, false, 2]);
    publish(bookOf(6, 300));
    expect(books.isReadable(wish)).toBe(true);
    expect(books.readView(wish, -1)).toMatchObject({ askCount: 300, levels: Number.POSITIVE_INFINITY });
  });

  test("hold the longest book that there may be whole", () => {
    const { books, publish } = startBooks();
    const wish = { id: 3, levels: Number.POSITIVE_INFINITY };
    books.isReadable(wish);
    publish(bookOf(5, 2_000));
    books.isReadable(wish);
    publish(bookOf(6, 2_000));
    expect(books.isReadable(wish)).toBe(true);
    expect(books.readView(wish, -1)).toMatchObject({ askCount: 2_000, levels: Number.POSITIVE_INFINITY });
  });

  test("do not read what a thread writes that is gone", () => {
    const { offers, books, publish } = startBooks();
    const wish = { id: 3, levels: 10 };
    books.isReadable(wish);
    publish(bookOf(5, 4));
    const another = new SharedBookReader(offers[0]?.memory ?? createSharedBook(0));
    books.abandon();
    publish(bookOf(6, 4));
    expect([books.readTop(3, new TopBuffer(1)), books.readView(wish, -1)]).toEqual([false, undefined]);
    const top = new TopBuffer(1);
    another.readTop(top);
    expect(top).toMatchObject({ status: "stale", reason: "thread-lost" });
    expect([books.isReadable(wish), offers.length]).toEqual([false, 2]);
  });
});
