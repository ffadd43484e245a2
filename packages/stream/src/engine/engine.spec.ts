import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { EngineOnWire, label } from "../spec-kit/engine-on-wire.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";
import type { EngineOptions } from "./engine-options.js";

let scene: EngineOnWire;

afterEach(() => scene.engine.close());

/** Inline and threaded engines behave alike. */
describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("a book %s", (_, shards) => {
  beforeEach(() => {
    scene = new EngineOnWire({ shards });
  });

  test("yields its status at once, then the newest views", async () => {
    const book = scene.engine.book(specPair);
    const views = book[Symbol.asyncIterator]();
    const first = await views.next();
    expect(first.value && label(first.value)).toEqual({
      status: "syncing",
      reason: "connecting",
      epoch: 0,
      seq: 0,
    });
    const next = views.next();
    await scene.goLive();
    expect((await next).value).toMatchObject({ status: "syncing", reason: "awaiting-snapshot" });
    const live = (await views.next()).value;
    expect(live && label(live)).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100 });
  });

  test("skips states for a slow reader and never lags behind", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    const views = book[Symbol.asyncIterator]();
    await views.next();
    for (let seq = 101; seq <= 150; seq++) {
      scene.network.last.zlib(updateText(seq));
    }
    const next = views.next();
    await scene.settle();
    expect((await next).value).toMatchObject({ seq: 150 });
  });

  test("hands out exact text, best first", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    scene.network.last.zlib(updateText(101, { add: { asks: [["0.10", "101.25"]], bids: [["7", "98"]] } }));
    await scene.settle();
    // With threads, reading asks for a newer view.
    expect(book.latest.pair).toBe(specPair);
    await scene.settle();
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
    expect(latest.receivedAtMs).toBe(scene.clock.epochMs());
    expect(latest.updatedAtMs).toBe(1_101);
    expect(() => latest.asks.price(2)).toThrow(RangeError);
    expect(JSON.parse(JSON.stringify(latest))).toMatchObject({ seq: 101, asks: [{ price: "101.25" }, {}] });
  });

  test("views that were handed out never change", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    expect(book.latest.status).toBe("live");
    await scene.settle();
    const former = book.latest;
    const before = JSON.stringify(former);
    scene.network.last.zlib(updateText(101, { del: { asks: [["0", "101.5"]] }, add: {} }));
    scene.network.last.end();
    await scene.settle();
    expect(JSON.stringify(former)).toBe(before);
  });

  test("gives as many levels as each reader wants", async () => {
    const [all, top] = [scene.engine.book(specPair), scene.engine.book(specPair, { levels: 1 })];
    await scene.goLive();
    scene.network.last.zlib(updateText(101));
    await scene.settle();
    expect([all.latest.asks.length, top.latest.asks.length]).toBeDefined();
    await scene.settle();
    expect([all.latest.asks.length, top.latest.asks.length]).toEqual([2, 1]);
    expect(top.latest.bestAsk).toEqual(all.latest.bestAsk);
  });

  test("never shows a live view that lacks levels, when a later reader wants more than those before", async () => {
    const top = scene.engine.book(specPair, { levels: 1 });
    await scene.goLive();
    scene.network.last.zlib(updateText(101));
    expect(top.latest.status).toBe("live");
    await scene.settle();
    expect(top.latest.asks.length).toBe(1);
    const all = scene.engine.book(specPair);
    const views = all[Symbol.asyncIterator]();
    const seen = [(await views.next()).value, (await views.next()).value].filter((view) => view?.status === "live");
    expect(seen.map((view) => view?.asks.length)).toContain(2);
    expect([all.latest.status, all.latest.asks.length, all.latest.seq]).toEqual(["live", 2, 101]);
    expect(top.latest.asks.length).toBe(1);
  });

  test("says at once that it is stale or gapped, without being pulled", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    scene.network.last.zlib(updateText(105));
    await scene.settle();
    expect(label(book.latest)).toMatchObject({ status: "gapped", reason: "gap", seq: 100 });
    scene.network.last.end();
    await scene.settle();
    expect(label(book.latest)).toMatchObject({ status: "stale", reason: "disconnected", seq: 100 });
    expect(scene.logged).toContain("warn book-status");
  });

  test("several streams share one subscription, which ends with the last", async () => {
    const [first, second] = [scene.engine.book(specPair), scene.engine.book(specPair)];
    await scene.goLive();
    expect(scene.network.last.channels).toHaveLength(1);
    first.close();
    await scene.settle();
    expect(scene.network.last.channels).toHaveLength(1);
    expect(label(first.latest)).toMatchObject({ status: "stale", reason: "closed", seq: 100 });
    second.close();
    await scene.settle();
    expect(scene.network.last.closedWith).toBe(1000);
    expect(scene.engine.statistics().books.live).toBe(0);
  });

  test("leaving a loop closes the stream", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    for await (const view of book) {
      expect(view.pair).toBe(specPair);
      break;
    }
    await scene.settle();
    expect(scene.network.last.closedWith).toBe(1000);
  });

  test("a signal ends the loop as it ends a call: aborted, and its reason is the cause", async () => {
    const abort = new AbortController();
    const book = scene.engine.book(specPair, { signal: abort.signal });
    const views = book[Symbol.asyncIterator]();
    await views.next();
    const waiting = views.next();
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toMatchObject({ code: "aborted", cause: { message: "enough" } });
    expect(await views.next()).toEqual({ done: true, value: undefined });
    expect(() => scene.engine.book(specPair, { signal: abort.signal })).toThrow(
      expect.objectContaining({ code: "aborted" }),
    );
  });

  test("one signal has one listener, however many books follow it, and none when they are closed", async () => {
    const abort = new AbortController();
    const added = vi.spyOn(abort.signal, "addEventListener");
    const removed = vi.spyOn(abort.signal, "removeEventListener");
    const books = Array.from({ length: 20 }, () => scene.engine.book(specPair, { signal: abort.signal }));
    expect(added).toHaveBeenCalledTimes(1);
    for (const book of books) {
      book.close();
    }
    expect(removed).toHaveBeenCalledTimes(1);
    await scene.settle();
  });

  test("closing ends every loop and leaves no timer, socket or thread", async () => {
    const views = scene.engine.book(specPair)[Symbol.asyncIterator]();
    await scene.goLive();
    await views.next();
    const waiting = (async () => {
      for (;;) {
        const result = await views.next();
        if (result.done === true) {
          return "ended";
        }
      }
    })();
    const closing = scene.engine.close();
    await scene.clock.advanceAndSettle(5_000);
    await closing;
    expect(await waiting).toBe("ended");
    expect(scene.network.alive).toEqual([]);
    expect(scene.clock.pending()).toBe(0);
    expect(scene.threads.all.every(({ state }) => state === "gone")).toBe(true);
    expect(() => scene.engine.book(specPair)).toThrow(expect.objectContaining({ code: "closed" }));
  });

  test("statistics are a plain snapshot", async () => {
    scene.engine.book(specPair);
    await scene.goLive();
    scene.network.last.zlib(updateText(101));
    scene.network.last.plain("nonsense");
    scene.network.last.zlib(updateText(101));
    await scene.clock.advanceAndSettle(200);
    const statistics = scene.engine.statistics();
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
  scene = new EngineOnWire({ shards: 0 });
  const views = scene.engine.book(specPair)[Symbol.asyncIterator]();
  await views.next();
  const { viewsHandedOver, handoverMs } = scene.engine.statistics();
  expect([viewsHandedOver, handoverMs.count]).toEqual([1, 0]);
  const next = views.next();
  await scene.goLive();
  await next;
  expect(scene.engine.statistics().handoverMs.maxMs).toBeLessThan(1_000);
});

describe("arguments", () => {
  beforeEach(() => {
    scene = new EngineOnWire();
  });

  test.each(["", "btc", "4btc_USDT", "4BTC_USDT_depth", "../x"])("%j is no pair", (pair) => {
    expect(() => scene.engine.book(pair)).toThrow(expect.objectContaining({ code: "value-invalid" }));
    expect(scene.network.sockets).toEqual([]);
  });

  test.each<[string, Partial<EngineOptions>]>([
    ["no address", { addresses: [] }],
    ["an address of another kind", { addresses: ["http://one"] }],
    ["a part of a thread", { shards: 0.5 }],
    ["too many subscriptions", { subscriptionsPerConnection: 21 }],
    ["no level at all", { maxLevels: 0 }],
    ["a negative wait", { backoff: { firstWindowMs: -1 } }],
    ["a wait of threads that is misspelt", { threads: { silentAfter: 5 } as object }],
    ["a wait of a thread's pulse that is none", { threads: { pulse: { lookEveryMs: "5" } } as object }],
  ])("%s is refused", (_, options) => {
    expect(() => new EngineOnWire(options)).toThrow(expect.objectContaining({ code: "option-invalid" }));
  });

  test("threads are refused where none can be started", () => {
    const shard = { openSocket: scene.network.openSocket, createInflate: createSpecInflate };
    const ports = { clock: scene.clock, random: () => 0, shard };
    expect(() => createEngine({ addresses: ["ws://one"], shards: 1 }, ports)).toThrow(
      expect.objectContaining({ code: "option-invalid" }),
    );
  });
});
