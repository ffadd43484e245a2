import type { BookView } from "@depthwire/book";
import { seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { EngineOnWire, label } from "../spec-kit/engine-on-wire.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";

let scene: EngineOnWire;

afterEach(() => scene.engine.close());

describe("threads", () => {
  beforeEach(() => {
    scene = new EngineOnWire({ shards: 2 });
  });

  const statusOf = (book: { latest: BookView }) => label(book.latest);

  test("new books go to the emptiest shard, and no book is moved", async () => {
    const pairs = ["4A_USDT", "4B_USDT", "4C_USDT", "4D_USDT"];
    const books = pairs.map((pair) => scene.engine.book(pair));
    await scene.settle();
    const channelsOf = () =>
      scene.network.sockets.map((socket) => {
        socket.open();
        return socket.channels;
      });
    expect(channelsOf()).toEqual([
      ["+4A_USDT_depth", "+4C_USDT_depth"],
      ["+4B_USDT_depth", "+4D_USDT_depth"],
    ]);
    books[0]?.close();
    books[2]?.close();
    scene.engine.book("4E_USDT");
    await scene.settle();
    expect(scene.network.sockets[1]?.channels).toEqual(["+4B_USDT_depth", "+4D_USDT_depth"]);
  });

  test("views of a thread that died are stale at once, and come back in a new thread in a new epoch", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    const views = book[Symbol.asyncIterator]();
    await views.next();
    const next = views.next();
    scene.threads.all[0]?.crash("out of memory");
    const told = (await next).value;
    expect(told && label(told)).toEqual({ status: "stale", reason: "thread-lost", epoch: 1, seq: 100 });
    expect([scene.engine.statistics().threadsLost, scene.engine.statistics().applied]).toEqual([1, 0]);
    await scene.clock.advanceAndSettle(250);
    expect(scene.threads.all).toHaveLength(3);
    expect(statusOf(book)).toMatchObject({ status: "stale", seq: 100 });
    await scene.goLive(7);
    expect(statusOf(book)).toEqual({ status: "live", reason: undefined, epoch: 2, seq: 7 });
    expect(scene.logged).toContain("error shard-thread-lost");
  });

  test("what a dead thread counted is not forgotten", async () => {
    scene.engine.book(specPair);
    await scene.goLive();
    await scene.clock.advanceAndSettle(200);
    scene.threads.all[0]?.crash("out of memory");
    await scene.clock.advanceAndSettle(250);
    await scene.goLive();
    await scene.clock.advanceAndSettle(200);
    expect(scene.engine.statistics()).toMatchObject({ applied: 2, connects: 2 });
  });

  test("a thread that hangs: stale after a second, replaced after five", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    await scene.clock.advanceAndSettle(200);
    const [hung] = scene.threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await scene.clock.advanceAndSettle(1_300);
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-silent", seq: 100 });
    await scene.clock.advanceAndSettle(4_500);
    expect(hung.state).toBe("gone");
    expect(statusOf(book)).toMatchObject({ status: "stale", seq: 100 });
    await scene.goLive(8);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 2, seq: 8 });
  });

  test("a thread whose heartbeat word stands still: stale after 75 ms, replaced after a second", async () => {
    scene = new EngineOnWire({ shards: 2 }, { heart: "beats" });
    const book = scene.engine.book(specPair);
    await scene.goLive();
    await scene.clock.advanceAndSettle(200);
    const [hung] = scene.threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await scene.clock.advanceAndSettle(75);
    expect(statusOf(book).status).toBe("live");
    await scene.clock.advanceAndSettle(50);
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-silent", seq: 100 });
    hung.wake();
    await scene.clock.advanceAndSettle(25);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 1, seq: 100 });
    hung.state = "hung";
    await scene.clock.advanceAndSettle(1_100);
    expect(hung.state).toBe("gone");
    expect(statusOf(book)).toMatchObject({ status: "stale", reason: "thread-lost", seq: 100 });
    await scene.clock.advanceAndSettle(250);
    await scene.goLive(8);
    expect(statusOf(book)).toMatchObject({ status: "live", epoch: 2, seq: 8 });
    expect(scene.engine.statistics().threadsLost).toBe(1);
  });

  test("a thread that was only slow is heard again, nothing is lost", async () => {
    const book = scene.engine.book(specPair);
    await scene.goLive();
    await scene.clock.advanceAndSettle(200);
    const [hung] = scene.threads.all;
    if (hung === undefined) {
      throw new Error("no thread");
    }
    hung.state = "hung";
    await scene.clock.advanceAndSettle(2_000);
    expect(statusOf(book).status).toBe("stale");
    hung.wake();
    await scene.clock.advanceAndSettle(200);
    expect(statusOf(book)).toEqual({ status: "live", reason: undefined, epoch: 1, seq: 100 });
    expect(scene.threads.all).toHaveLength(2);
  });

  test("a thread that dies again and again is started less and less often", async () => {
    scene.engine.book(specPair);
    for (let round = 0; round < 200; round++) {
      const thread = scene.threads.last;
      if (thread.state === "running" && scene.threads.all.indexOf(thread) !== 1) {
        thread.crash("again");
      } else if (round === 0) {
        scene.threads.all[0]?.crash("again");
      }
      await scene.clock.advanceAndSettle(1_000);
    }
    expect(scene.threads.all.length).toBeGreaterThan(5);
    expect(scene.threads.all.length).toBeLessThan(30);
  });

  test("a thread that cannot be started at all is tried again; nothing throws", async () => {
    let tries = 0;
    const shard = { openSocket: scene.network.openSocket, createInflate: createSpecInflate };
    const startThread = () => {
      tries++;
      throw new Error("no such file");
    };
    const other = createEngine(
      { addresses: ["ws://one"], shards: 1 },
      { clock: scene.clock, random: seededRandom(1), shard, startThread },
    );
    const book = other.book(specPair);
    await scene.clock.advanceAndSettle(10_000);
    expect(tries).toBeGreaterThan(2);
    expect(book.latest).toMatchObject({ status: "syncing" });
    await other.close();
  });

  test("a slow main thread never makes a queue: one view and one status a book at most", async () => {
    scene.engine.book(specPair);
    await scene.goLive();
    await scene.settle();
    const [thread] = scene.threads.all;
    const before = thread?.posted.length ?? 0;
    // The main thread does nothing while the venue sends: no promise settles, no timer runs.
    for (let seq = 101; seq < 1_000; seq++) {
      scene.network.last.zlib(updateText(seq));
    }
    scene.network.last.zlib(updateText(5_000));
    scene.network.last.end();
    expect((thread?.posted.length ?? 0) - before).toBeLessThanOrEqual(2);
  });

  test("a thread that does not stop is ended", async () => {
    scene.engine.book(specPair);
    await scene.goLive();
    for (const thread of scene.threads.all) {
      thread.state = "hung";
    }
    const closing = scene.engine.close();
    await scene.clock.advanceAndSettle(2_000);
    await closing;
    expect(scene.threads.all.map(({ state }) => state)).toEqual(["gone", "gone"]);
  });

  test("plain data is all that a thread is told", () => {
    expect(structuredClone(scene.threads.last.config)).toEqual(scene.threads.last.config);
    expect(JSON.parse(JSON.stringify(scene.threads.last.config))).toEqual(scene.threads.last.config);
  });
});
