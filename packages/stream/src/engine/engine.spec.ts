import type { BookView } from "@depthwire/book";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine, type Engine } from "./engine.js";
import type { EngineOptions } from "./engine-options.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;
let logged: string[];

function start(options: Partial<EngineOptions> = {}, heart: "beats" | "none" = "none"): void {
  clock = fakeClock();
  network = new FakeNetwork();
  logged = [];
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, heart);
  const logger = { log: (level: string, event: string) => logged.push(`${level} ${event}`) };
  const ports = { clock, random, shard, startThread: threads.start, logger };
  engine = createEngine({ addresses: ["ws://one"], ...options }, ports);
}

const settle = () => clock.advanceAndSettle(0);

const label = ({ status, reason, epoch, seq }: BookView) => ({ status, reason, epoch, seq });

/** Opens the newest socket and lets the venue send a snapshot. */
async function goLive(seq = 100): Promise<void> {
  await settle();
  network.last.open();
  network.last.zlib(snapshotText(seq));
  await settle();
}

afterEach(() => engine.close());

/** Inline and threaded engines behave alike. */
describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("a book %s", (_, shards) => {
  beforeEach(() => start({ shards }));

  test("yields its status at once, then the newest views", async () => {
    const book = engine.book(specPair);
    const views = book[Symbol.asyncIterator]();
    const first = await views.next();
    expect(first.value && label(first.value)).toEqual({
      status: "syncing",
      reason: "connecting",
      epoch: 0,
      seq: 0,
    });
    const next = views.next();
    await goLive();
    expect((await next).value).toMatchObject({ status: "syncing", reason: "awaiting-snapshot" });
    const live = (await views.next()).value;
    expect(live && label(live)).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100 });
  });

  test("skips states for a slow reader and never lags behind", async () => {
    const book = engine.book(specPair);
    await goLive();
    const views = book[Symbol.asyncIterator]();
    await views.next();
    for (let seq = 101; seq <= 150; seq++) {
      network.last.zlib(updateText(seq));
    }
    const next = views.next();
    await settle();
    expect((await next).value).toMatchObject({ seq: 150 });
  });

  test("hands out exact text, best first", async () => {
    const book = engine.book(specPair);
    await goLive();
    network.last.zlib(updateText(101, { add: { asks: [["0.10", "101.25"]], bids: [["7", "98"]] } }));
    await settle();
    // With threads, reading asks for a newer view.
    expect(book.latest.pair).toBe(specPair);
    await settle();
    const { latest } = book;
    expect(latest.asks.levels()).toEqual([
      { price: "101.25", quantity: "0.1" },
      { price: "101.5", quantity: "1" },
    ]);
    expect([...latest.bids]).toEqual([
      { price: "99.5", quantity: "2" },
      { price: "98", quantity: "7" },
    ]);
    expect([latest.bestAsk?.price, latest.bestBid?.price, latest.spread?.text]).toEqual(["101.25", "99.5", "1.75"]);
    expect(latest.receivedAtMs).toBe(clock.epochMs());
    expect(latest.updatedAtMs).toBe(1_101);
    expect(() => latest.asks.price(2)).toThrow(RangeError);
    expect(JSON.parse(JSON.stringify(latest))).toMatchObject({ seq: 101, asks: [{ price: "101.25" }, {}] });
  });

  test("views that were handed out never change", async () => {
    const book = engine.book(specPair);
    await goLive();
    expect(book.latest.status).toBe("live");
    await settle();
    const former = book.latest;
    const before = JSON.stringify(former);
    network.last.zlib(updateText(101, { del: { asks: [["0", "101.5"]] }, add: {} }));
    network.last.end();
    await settle();
    expect(JSON.stringify(former)).toBe(before);
  });

  test("gives as many levels as each reader wants", async () => {
    const [all, top] = [engine.book(specPair), engine.book(specPair, { levels: 1 })];
    await goLive();
    network.last.zlib(updateText(101));
    await settle();
    expect([all.latest.asks.length, top.latest.asks.length]).toBeDefined();
    await settle();
    expect([all.latest.asks.length, top.latest.asks.length]).toEqual([2, 1]);
    expect(top.latest.bestAsk).toEqual(all.latest.bestAsk);
  });

  test("never shows a live view that lacks levels, when a later reader wants more than those before", async () => {
    const top = engine.book(specPair, { levels: 1 });
    await goLive();
    network.last.zlib(updateText(101));
    expect(top.latest.status).toBe("live");
    await settle();
    expect(top.latest.asks.length).toBe(1);
    const all = engine.book(specPair);
    const views = all[Symbol.asyncIterator]();
    const seen = [(await views.next()).value, (await views.next()).value].filter((view) => view?.status === "live");
    expect(seen.map((view) => view?.asks.length)).toContain(2);
    expect([all.latest.status, all.latest.asks.length, all.latest.seq]).toEqual(["live", 2, 101]);
    expect(top.latest.asks.length).toBe(1);
  });

  test("says at once that it is stale or gapped, without being pulled", async () => {
    const book = engine.book(specPair);
    await goLive();
    network.last.zlib(updateText(105));
    await settle();
    expect(label(book.latest)).toMatchObject({ status: "gapped", reason: "gap", seq: 100 });
    network.last.end();
    await settle();
    expect(label(book.latest)).toMatchObject({ status: "stale", reason: "disconnected", seq: 100 });
    expect(logged).toContain("warn book-status");
  });

  test("several streams share one subscription, which ends with the last", async () => {
    const [first, second] = [engine.book(specPair), engine.book(specPair)];
    await goLive();
    expect(network.last.channels).toHaveLength(1);
    first.close();
    await settle();
    expect(network.last.channels).toHaveLength(1);
    expect(label(first.latest)).toMatchObject({ status: "stale", reason: "closed", seq: 100 });
    second.close();
    await settle();
    expect(network.last.closedWith).toBe(1000);
    expect(engine.statistics().books.live).toBe(0);
  });

  test("leaving a loop closes the stream", async () => {
    const book = engine.book(specPair);
    await goLive();
    for await (const view of book) {
      expect(view.pair).toBe(specPair);
      break;
    }
    await settle();
    expect(network.last.closedWith).toBe(1000);
  });

  test("a signal ends the loop as it ends a call: aborted, and its reason is the cause", async () => {
    const abort = new AbortController();
    const book = engine.book(specPair, { signal: abort.signal });
    const views = book[Symbol.asyncIterator]();
    await views.next();
    const waiting = views.next();
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(await views.next()).toEqual({ done: true, value: undefined });
    expect(() => engine.book(specPair, { signal: abort.signal })).toThrow(expect.objectContaining({ code: "aborted" }));
  });

  test("one signal has one listener, however many books follow it, and none when they are closed", async () => {
    const abort = new AbortController();
    const added = vi.spyOn(abort.signal, "addEventListener");
    const removed = vi.spyOn(abort.signal, "removeEventListener");
    const books = Array.from({ length: 20 }, () => engine.book(specPair, { signal: abort.signal }));
    expect(added).toHaveBeenCalledTimes(1);
    for (const book of books) {
      book.close();
    }
    expect(removed).toHaveBeenCalledTimes(1);
    await settle();
  });

  test("closing ends every loop and leaves no timer, socket or thread", async () => {
    const views = engine.book(specPair)[Symbol.asyncIterator]();
    await goLive();
    await views.next();
    const waiting = (async () => {
      for (;;) {
        const result = await views.next();
        if (result.done === true) {
          return "ended";
        }
      }
    })();
    const closing = engine.close();
    await clock.advanceAndSettle(5_000);
    await closing;
    expect(await waiting).toBe("ended");
    expect(network.alive).toEqual([]);
    expect(clock.pending()).toBe(0);
    expect(threads.all.every(({ state }) => state === "gone")).toBe(true);
    expect(() => engine.book(specPair)).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("statistics are a plain snapshot", async () => {
    engine.book(specPair);
    await goLive();
    network.last.zlib(updateText(101));
    network.last.plain("nonsense");
    network.last.zlib(updateText(101));
    await clock.advanceAndSettle(200);
    const statistics = engine.statistics();
    expect(statistics).toMatchObject({
      frames: 4,
      applied: 2,
      duplicates: 1,
      rejected: { "json-syntax": 1 },
      books: { live: 1, syncing: 0 },
      threadsLost: 0,
    });
    expect(statistics.bytesInflated).toBeGreaterThan(statistics.bytesIn);
    expect(structuredClone(statistics)).toEqual(statistics);
  });
});

test("a view of which nothing is known yet says nothing about the time from receipt to loop", async () => {
  start({ shards: 0 });
  const views = engine.book(specPair)[Symbol.asyncIterator]();
  await views.next();
  const { viewsHandedOver, handoverMs } = engine.statistics();
  expect([viewsHandedOver, handoverMs.count]).toEqual([1, 0]);
  const next = views.next();
  await goLive();
  await next;
  expect(engine.statistics().handoverMs.maxMs).toBeLessThan(1_000);
});

describe("arguments", () => {
  beforeEach(() => start());

  test.each(["", "btc", "4btc_USDT", "4BTC_USDT_depth", "../x"])("%j is no pair", (pair) => {
    expect(() => engine.book(pair)).toThrow(expect.objectContaining({ code: "value-invalid" }));
    expect(network.sockets).toEqual([]);
  });

  test.each<[string, Partial<EngineOptions>]>([
    ["no address", { addresses: [] }],
    ["an address of another kind", { addresses: ["http://one"] }],
    ["a part of a thread", { shards: 0.5 }],
    ["too many subscriptions", { subscriptionsPerConnection: 21 }],
    ["no level at all", { maxLevels: 0 }],
    ["a negative wait", { backoff: { firstWindowMs: -1 } }],
  ])("%s is refused", (_, options) => {
    expect(() => start(options)).toThrow(expect.objectContaining({ code: "option-invalid" }));
    start();
  });

  test("threads are refused where none can be started", () => {
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    const ports = { clock, random: () => 0, shard };
    expect(() => createEngine({ addresses: ["ws://one"], shards: 1 }, ports)).toThrow(
      expect.objectContaining({ code: "option-invalid" }),
    );
  });
});

describe("threads", () => {
  beforeEach(() => start({ shards: 2 }));

  const statusOf = (book: { latest: BookView }) => label(book.latest);

  test("new books go to the emptiest shard, and no book is moved", async () => {
    const pairs = ["4A_USDT", "4B_USDT", "4C_USDT", "4D_USDT"];
    const books = pairs.map((pair) => engine.book(pair));
    await settle();
    const channelsOf = () =>
      network.sockets.map((socket) => {
        socket.open();
        return socket.channels;
      });
    expect(channelsOf()).toEqual([
      ["+4A_USDT_depth", "+4C_USDT_depth"],
      ["+4B_USDT_depth", "+4D_USDT_depth"],
    ]);
    books[0]?.close();
    books[2]?.close();
    engine.book("4E_USDT");
    await settle();
    expect(network.sockets[1]?.channels).toEqual(["+4B_USDT_depth", "+4D_USDT_depth"]);
  });

  test("views of a thread that died are stale at once, and come back in a new thread in a new epoch", async () => {
    const book = engine.book(specPair);
    await goLive();
    const views = book[Symbol.asyncIterator]();
    await views.next();
    const next = views.next();
    threads.all[0]?.crash("out of memory");
    const told = (await next).value;
    expect(told && label(told)).toEqual({ status: "stale", reason: "thread-lost", epoch: 1, seq: 100 });
    expect([engine.statistics().threadsLost, engine.statistics().applied]).toEqual([1, 0]);
    await clock.advanceAndSettle(250);
    expect(threads.all).toHaveLength(3);
    expect(statusOf(book)).toMatchObject({ status: "stale", seq: 100 });
    await goLive(7);
    expect(statusOf(book)).toEqual({ status: "live", reason: undefined, epoch: 2, seq: 7 });
    expect(logged).toContain("error shard-thread-lost");
  });

  test("what a dead thread counted is not forgotten", async () => {
    engine.book(specPair);
    await goLive();
    await clock.advanceAndSettle(200);
    threads.all[0]?.crash("out of memory");
    await clock.advanceAndSettle(250);
    await goLive();
    await clock.advanceAndSettle(200);
    expect(engine.statistics()).toMatchObject({ applied: 2, connects: 2 });
  });

  test("a thread that hangs: stale after a second, replaced after five", async () => {
    const book = engine.book(specPair);
    await goLive();
    await clock.advanceAndSettle(200);
    const [hung] = threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await clock.advanceAndSettle(1_300);
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-silent", seq: 100 });
    await clock.advanceAndSettle(4_500);
    expect(hung.state).toBe("gone");
    expect(statusOf(book)).toMatchObject({ status: "stale", seq: 100 });
    await goLive(8);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 2, seq: 8 });
  });

  test("a thread whose heartbeat word stands still: stale after 75 ms, replaced after a second", async () => {
    start({ shards: 2 }, "beats");
    const book = engine.book(specPair);
    await goLive();
    await clock.advanceAndSettle(200);
    const [hung] = threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await clock.advanceAndSettle(75);
    expect(statusOf(book).status).toBe("live");
    await clock.advanceAndSettle(50);
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-silent", seq: 100 });
    hung.wake();
    await clock.advanceAndSettle(25);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 1, seq: 100 });
    hung.state = "hung";
    await clock.advanceAndSettle(1_100);
    expect(hung.state).toBe("gone");
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-lost", seq: 100 });
    await clock.advanceAndSettle(250);
    await goLive(8);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 2, seq: 8 });
    expect(engine.statistics().threadsLost).toBe(1);
  });

  test("a thread that was only slow is heard again, nothing is lost", async () => {
    const book = engine.book(specPair);
    await goLive();
    await clock.advanceAndSettle(200);
    const [hung] = threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await clock.advanceAndSettle(2_000);
    expect(statusOf(book).status).toBe("stale");
    hung.wake();
    await clock.advanceAndSettle(200);
    expect(statusOf(book)).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100 });
    expect(threads.all).toHaveLength(2);
  });

  test("a thread that dies again and again is started less and less often", async () => {
    engine.book(specPair);
    for (let round = 0; round < 200; round++) {
      const thread = threads.last;
      if (thread.state === "running" && threads.all.indexOf(thread) !== 1) {
        thread.crash("again");
      } else if (round === 0) {
        threads.all[0]?.crash("again");
      }
      await clock.advanceAndSettle(1_000);
    }
    expect(threads.all.length).toBeGreaterThan(5);
    expect(threads.all.length).toBeLessThan(30);
  });

  test("a thread that cannot be started at all is tried again; nothing throws", async () => {
    let tries = 0;
    const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
    const startThread = () => {
      tries++;
      throw new Error("no such file");
    };
    const other = createEngine(
      { addresses: ["ws://one"], shards: 1 },
      { clock, random: seededRandom(1), shard, startThread },
    );
    const book = other.book(specPair);
    await clock.advanceAndSettle(10_000);
    expect(tries).toBeGreaterThan(2);
    expect(book.latest).toMatchObject({ status: "syncing" });
    await other.close();
  });

  test("a slow main thread never makes a queue: one view and one status a book at most", async () => {
    engine.book(specPair);
    await goLive();
    await settle();
    const [thread] = threads.all;
    const before = thread?.posted.length ?? 0;
    // The main thread does nothing while the venue sends: no promise settles, no timer runs.
    for (let seq = 101; seq < 1_000; seq++) {
      network.last.zlib(updateText(seq));
    }
    network.last.zlib(updateText(5_000));
    network.last.end();
    expect((thread?.posted.length ?? 0) - before).toBeLessThanOrEqual(2);
  });

  test("a thread that does not stop is ended", async () => {
    engine.book(specPair);
    await goLive();
    for (const thread of threads.all) {
      thread.state = "hung";
    }
    const closing = engine.close();
    await clock.advanceAndSettle(2_000);
    await closing;
    expect(threads.all.map(({ state }) => state)).toEqual(["gone", "gone"]);
  });

  test("plain data is all that a thread is told", () => {
    expect(structuredClone(threads.last.config)).toEqual(threads.last.config);
    expect(JSON.parse(JSON.stringify(threads.last.config))).toEqual(threads.last.config);
  });
});
