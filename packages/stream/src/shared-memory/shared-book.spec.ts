import type { BookStatus, BookViewData } from "@depthwire/book";
import { ColumnBook, type PublishedBook, TopBuffer } from "@depthwire/book/internal";
import { describe, expect, test } from "vitest";
import type { FromShard } from "../shard/thread/shard-messages.js";
import { publishAwaited } from "./awaited-books.js";
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

/** What comes over of a book as a view. */
function viewOf(book: PublishedBook): BookViewData {
  const { writer, reader } = sharedBook(600);
  writer.publish(book);
  const view = reader.readView(3, Number.POSITIVE_INFINITY, "sequenced", -1);
  if (view === undefined) {
    throw new Error("the book could not be read");
  }
  return view;
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

  test.each([65, 100, 128, 129, 200, 256])("of %s levels is the same whatever room its memory has", (count) => {
    // 256 is what a block of the book has for 129 levels and more: there it is copied in one piece, elsewhere by columns.
    for (const capacity of [count, 128, 256, 257, 600]) {
      const { writer, reader } = sharedBook(capacity);
      for (const levels of [count, 3, count]) {
        writer.publish(bookOf(7, levels));
        const top = new TopBuffer(300);
        expect(reader.readTop(top)).toBe(true);
        const shown = Math.min(levels, capacity);
        expect([top.askCount, top.bidCount, reader.bookLevels]).toEqual([shown, shown, levels]);
        const ranks = Array.from({ length: shown }, (_, rank) => rank);
        expect(rows(top.askPrices, shown)).toEqual(ranks.map((rank) => 1_001 + rank));
        expect(rows(top.askQuantities, shown)).toEqual(ranks.map((rank) => 7 + rank));
        expect(rows(top.bidPrices, shown)).toEqual(ranks.map((rank) => 999 - rank));
        expect(rows(top.bidQuantities, shown)).toEqual(ranks.map((rank) => 14 + rank));
      }
    }
  });

  test("follows a book whose memory was changed for a larger one", () => {
    const { writer, reader } = sharedBook(600);
    const book = bookOf(1, 100);
    writer.publish(book);
    const { asks, bids } = book.levels as ColumnBook;
    for (let index = 100; index < 400; index++) {
      asks.set(-(1_001 + index), index);
      bids.set(999 - index, index);
    }
    writer.publish({ ...book, version: 2 });
    const top = new TopBuffer(600);
    expect(reader.readTop(top)).toBe(true);
    expect([top.version, top.askCount, top.bidCount]).toEqual([2, 400, 400]);
    expect([top.askPrices[399], top.bidPrices[399]]).toEqual([1_400, 600]);
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

  test("tell of the next state of a book that is awaited, once, in the room that its first view took", async () => {
    const { offers, books } = startBooks();
    const posted: FromShard[] = [];
    const publisher = publishAwaited({ post: (message) => posted.push(message) });
    const wish = { id: 3, levels: Number.POSITIVE_INFINITY };
    expect([books.awaitNext(wish, 5), offers.length]).toEqual([false, 0]);
    const heard = viewOf(bookOf(5, 40));
    books.heard(heard);
    expect([books.awaitNext(wish, 5), offers.length]).toEqual([false, 1]);
    const memory = offers[0]?.memory as SharedArrayBuffer;
    expect(new SharedBookReader(memory).capacity).toBe(64);
    const writer = publisher(memory, 3);
    writer.publish(bookOf(5, 40));
    expect(books.awaitNext(wish, 5)).toBe(true);
    writer.publish(bookOf(6, 40));
    writer.publish(bookOf(7, 40));
    await Promise.resolve();
    expect(posted).toEqual([{ kind: "news", books: [3] }]);
    // 7 was not awaited, and it is not in memory: whoever waits behind 6 has to ask.
    expect(books.readNews(wish)).toMatchObject({ version: 6, askCount: 40 });
    expect(books.readView(wish, -1)).toBeUndefined();
    expect([books.awaitNext(wish, 6), books.awaitNext(wish, 7)]).toEqual([false, true]);
  });

  test("tell all who waited of a burst in one word", async () => {
    const posted: FromShard[] = [];
    const publisher = publishAwaited({ post: (message) => posted.push(message) });
    const memories = [1, 2, 3].map(() => createSharedBook(16));
    const writers = memories.map((memory, index) => publisher(memory, index + 1));
    for (const memory of [memories[0], memories[2]]) {
      new SharedBookReader(memory as SharedArrayBuffer).awaitNext(0);
    }
    for (const writer of writers) {
      writer.publish(bookOf(1, 2));
    }
    await Promise.resolve();
    expect(posted).toEqual([{ kind: "news", books: [1, 3] }]);
  });

  test("tell whoever waited in memory that was changed for a larger one", async () => {
    const { offers, books } = startBooks();
    const wish = { id: 3, levels: Number.POSITIVE_INFINITY };
    const posted: FromShard[] = [];
    const publisher = publishAwaited({ post: (message) => posted.push(message) });
    books.isReadable(wish);
    books.heard(viewOf(bookOf(5, 255)));
    publisher(offers[0]?.memory as SharedArrayBuffer, 3).publish(bookOf(5, 255));
    expect(books.awaitNext(wish, 5)).toBe(true);
    new SharedBookWriter(offers[0]?.memory as SharedArrayBuffer).publish(bookOf(6, 300));
    expect([books.isReadable(wish), offers.length]).toEqual([false, 2]);
    publisher(offers[1]?.memory as SharedArrayBuffer, 3).publish(bookOf(7, 300));
    await Promise.resolve();
    expect(posted).toEqual([{ kind: "news", books: [3] }]);
  });
});
