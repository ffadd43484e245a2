import type { Clock } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { BookStream } from "../engine/book-stream.js";
import { createEngine } from "../engine/create-engine.js";
import type { Engine } from "../engine/engine.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;
/** Time that passed while no timer had its turn: the program was busy. */
let busyMs: number;

const settle = () => clock.advanceAndSettle(0);

/** A live book, which was read once. */
async function startLive(where: { shards: number; heart: "beats" | "none" }, levels?: number): Promise<BookStream> {
  clock = fakeClock();
  busyMs = 0;
  const engineClock: Clock = {
    epochMs: () => clock.epochMs() + busyMs,
    monotonicMs: () => clock.monotonicMs() + busyMs,
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
  network = new FakeNetwork();
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, where.heart);
  engine = createEngine(
    { addresses: ["ws://one"], shards: where.shards },
    { clock: engineClock, random, shard, startThread: threads.start },
  );
  const book = engine.book(specPair, levels === undefined ? {} : { levels });
  await settle();
  network.last.open();
  network.last.zlib(snapshotText(100));
  await settle();
  book.read();
  await settle();
  return book;
}

afterEach(() => engine.close());

const inThread = { shards: 1, heart: "beats" } as const;

/** How many views the thread has sent. */
const viewsSent = () => threads.last.posted.filter(({ kind }) => kind === "view").length;

describe.each([
  { where: { shards: 0, heart: "none" }, name: "inline" },
  { where: inThread, name: "in a thread that shares memory" },
  { where: { shards: 1, heart: "none" }, name: "in a thread that shares none" },
] as const)("a book $name", ({ where }) => {
  test("is read at once, with its label and the levels that were asked for", async () => {
    const book = await startLive(where);
    const top = book.read(1);
    expect(top).toMatchObject({ status: "live", reason: undefined, epoch: 1, seq: 100, askCount: 1, bidCount: 1 });
    const { bestAsk, bestBid, asks, bids } = book.latest;
    expect([bestAsk, bestBid]).not.toContain(undefined);
    expect([top.askPrices[0], top.askQuantities[0]]).toEqual([asks.scaledPrice(0), asks.scaledQuantity(0)]);
    expect([top.bidPrices[0], top.bidQuantities[0]]).toEqual([bids.scaledPrice(0), bids.scaledQuantity(0)]);
    expect([top.priceScale, top.quantityScale]).toEqual([asks.priceScale, asks.quantityScale]);
  });

  test("fills the same object again", async () => {
    const book = await startLive(where);
    const top = book.read(5);
    network.last.zlib(updateText(101));
    await settle();
    book.read(5);
    await settle();
    expect(book.read(5)).toBe(top);
    expect(top.seq).toBe(101);
  });

  test("says that it is closed once it is", async () => {
    const book = await startLive(where);
    book.close();
    expect(book.read()).toMatchObject({ status: "stale", reason: "closed", seq: 100 });
  });

  test.each([0, 1.5, -1, Number.NaN])("refuses to read %s levels", async (levels) => {
    const book = await startLive(where);
    expect(() => book.read(levels)).toThrowError(expect.objectContaining({ code: "option-invalid" }));
  });

  test("does not show more levels than its stream wants", async () => {
    const book = await startLive(where, 1);
    expect(book.read(10)).toMatchObject({ askCount: 1, bidCount: 1 });
  });
});

describe("rows 15 and 16: a book in shared memory", () => {
  test("is read without a message", async () => {
    const book = await startLive(inThread);
    expect(book.latest.status).toBe("live");
    await settle();
    const before = viewsSent();
    for (let seq = 101; seq <= 120; seq++) {
      network.last.zlib(updateText(seq));
      await Promise.resolve();
      expect([book.read().seq, book.latest.seq]).toEqual([seq, seq]);
    }
    await settle();
    expect(viewsSent() - before).toBeLessThanOrEqual(1);
  });

  test("is published once for all that came in together", async () => {
    const book = await startLive(inThread);
    network.last.zlib(updateText(101));
    network.last.zlib(updateText(102));
    expect(book.read().seq).toBe(100);
    await Promise.resolve();
    expect(book.read().seq).toBe(102);
  });

  test("shows a gap at once, and a finer decimal under the scale that it needs", async () => {
    const book = await startLive(inThread);
    const add = { asks: [["1", "101.12345"]] as const, bids: null };
    network.last.zlib(updateText(101, { add }));
    await Promise.resolve();
    expect(book.read()).toMatchObject({ seq: 101, status: "live", priceScale: 5 });
    network.last.zlib(updateText(109));
    await Promise.resolve();
    expect(book.read()).toMatchObject({ seq: 101, status: "gapped", reason: "gap" });
    expect(book.latest).toMatchObject({ seq: 101, status: "gapped", reason: "gap" });
  });

  test("is carried by views while a number passes 2^53, and is read in memory again afterwards", async () => {
    const book = await startLive(inThread);
    const add = { asks: [["1", "90071992547409931.5"]] as const, bids: null };
    network.last.zlib(updateText(101, { add }));
    await settle();
    book.read();
    await settle();
    expect(book.read()).toMatchObject({ status: "live", seq: 101, isExact: true, askCount: 0, bidCount: 0 });
    expect(book.latest).toMatchObject({ status: "live", seq: 101 });
    expect(book.latest.asks.levels().at(-1)?.price).toBe("90071992547409931.5");
    network.last.end();
    await clock.advanceAndSettle(10_000);
    network.last.open();
    network.last.zlib(snapshotText(7));
    await Promise.resolve();
    expect(book.read()).toMatchObject({ status: "live", seq: 7, isExact: false, askCount: 1 });
  });

  test("is not set back by a message that was under way when it was read", async () => {
    const book = await startLive(inThread);
    const views = book[Symbol.asyncIterator]();
    await views.next();
    void views.next();
    await settle();
    const seen: number[] = [];
    for (let seq = 101; seq <= 110; seq++) {
      network.last.zlib(updateText(seq));
      for (let turn = 0; turn < 4; turn++) {
        await Promise.resolve();
        seen.push(book.latest.seq);
      }
    }
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(seen.at(-1)).toBe(110);
  });

  test("is stale when the thread is silent, though its timers never come to look: the reading itself does", async () => {
    const book = await startLive(inThread);
    threads.last.state = "hung";
    const statuses = [];
    for (let passedMs = 0; passedMs <= 200; passedMs += 25) {
      busyMs += 25;
      statuses.push(book.read().status);
    }
    expect(statuses[0]).toBe("live");
    expect(statuses.at(-1)).toBe("stale");
    expect(book.read().reason).toBe("thread-silent");
    threads.last.wake();
    busyMs += 25;
    expect(book.read()).toMatchObject({ status: "live", reason: undefined });
  });

  test("is told from the former thread's, though both have the same version", async () => {
    const book = await startLive(inThread);
    const { version } = book.latest;
    threads.last.crash("planted");
    await clock.advanceAndSettle(1_000);
    network.last.open();
    book.read();
    await settle();
    network.last.zlib(snapshotText(7));
    // Its messages do not come over any more, but what it wrote is there.
    threads.last.state = "hung";
    await Promise.resolve();
    expect(book.read()).toMatchObject({ version, status: "live", seq: 7, epoch: 2 });
    expect(book.latest).toMatchObject({ version, status: "live", seq: 7, epoch: 2 });
    threads.last.wake();
  });

  test("is stale when its thread is lost, and read out of its successor's memory once that is live", async () => {
    const book = await startLive(inThread);
    threads.last.crash("planted");
    expect(book.read()).toMatchObject({ status: "stale", reason: "thread-lost", seq: 100 });
    await clock.advanceAndSettle(1_000);
    network.last.open();
    network.last.zlib(snapshotText(7));
    await settle();
    book.read();
    await settle();
    expect(book.read()).toMatchObject({ status: "live", seq: 7, epoch: 2 });
  });
});
