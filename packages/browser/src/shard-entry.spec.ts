import { createInflate } from "@depthwire/book";
import type { RecordingReport } from "@depthwire/recording/internal";
import { createEngine, type Engine } from "@depthwire/stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBrowserClock } from "./clock.js";
import { stubOriginFiles } from "./memory-directory.spec-kit.js";
import { answerSubscriptions, StubLife, StubSocket, StubWorker } from "./page-world.spec-kit.js";
import { runShardTask } from "./shard-entry.js";
import { readyWord } from "./shard-task.js";
import { createShardThreadPool, type ShardThreadPool, type ShardThreadPoolOptions } from "./thread.js";

describe("an engine over threads of a page", () => {
  let life: StubLife;
  let worker: StubWorker;
  let pool: ShardThreadPool;
  let engine: Engine;

  const openWorker = () => {
    worker = new StubWorker();
    return worker as unknown as Worker;
  };

  beforeEach(() => {
    life = new StubLife();
    vi.stubGlobal("WebSocket", StubSocket);
    answerSubscriptions();
  });

  afterEach(async () => {
    StubSocket.onNew = () => undefined;
    await engine.close();
    await pool.close();
  });

  /** An engine with one shard, and a venue behind every socket. */
  function opened(options: Partial<ShardThreadPoolOptions> = {}): Engine {
    pool = createShardThreadPool({ life, openWorker, ...options });
    engine = createEngine(
      { addresses: ["ws://venue"], shards: 1 },
      {
        clock: createBrowserClock(),
        random: () => 0.5,
        startThread: pool.start,
        shard: { openSocket: () => ({ send() {}, ping() {}, close() {} }), createInflate: () => createInflate() },
      },
    );
    return engine;
  }

  const live = (of: Engine) => expect.poll(() => of.book("4BTC_USDT").latest).toMatchObject({ status: "live", seq: 1 });

  it("has live books in the page's own thread where no worker may be started", async () => {
    const barred = () => {
      throw new DOMException("barred", "SecurityError");
    };
    await live(opened({ openWorker: barred }));
    life.suspend({ kind: "offline" });
    await expect.poll(() => engine.book("4BTC_USDT").latest.status).not.toBe("live");
    const socket = StubSocket.last;
    await engine.close();
    expect(socket.closedWith).not.toEqual([]);
  });

  it("has them there too where the worker fails before its code is loaded", async () => {
    opened();
    engine.book("4BTC_USDT");
    worker.fail("not found");
    expect(worker.terminations).toBe(1);
    await live(engine);
  });

  it("has live books in a worker, which follows the page's life, beats, records and ends with it", async () => {
    vi.stubGlobal("crossOriginIsolated", true);
    const root = stubOriginFiles("worker");
    const ownLife = new StubLife();
    const reported: RecordingReport[] = [];
    opened({ record: { directory: "here" }, onRecording: (_, report) => reported.push(report) });
    engine.book("4BTC_USDT");
    worker.onTask = (task) => void runShardTask(task, ownLife);
    worker.say(readyWord);
    await live(engine);
    const word = new Int32Array(worker.task?.heartbeat as SharedArrayBuffer);
    const before = Atomics.load(word, 0);
    await expect.poll(() => Atomics.load(word, 0)).toBeGreaterThan(before + 1);
    await expect.poll(() => reported.at(-1)?.statistics.frames).toBe(1);
    const suspended = vi.spyOn(ownLife, "suspend");
    const retried = vi.spyOn(ownLife, "retry");
    life.suspend({ kind: "offline" });
    life.retry();
    await expect.poll(() => retried.mock.calls.length).toBe(1);
    expect(suspended).toHaveBeenCalledExactlyOnceWith({ kind: "offline" });
    await pool.endRecordings();
    expect(reported.at(-1)).toMatchObject({ phase: "ended", failure: undefined });
    expect([...root.entries.keys()]).toEqual(["here"]);
  });

  it("has live books over connections of the program's own, in a worker too", async () => {
    const asked: string[] = [];
    opened({
      openFeed: (address, feed) => {
        asked.push(address);
        queueMicrotask(() => feed.opened());
        return {
          send: (text) => {
            const { sub } = JSON.parse(text) as { readonly sub: string };
            const d = { pair: "4BTC_USDT", ut: 1, seq: 1, asks: [["1", "101"]], bids: [["2", "100"]] };
            feed.push(new TextEncoder().encode(`0${JSON.stringify({ topic: sub, t: 0, d })}`));
          },
          ping: () => undefined,
          close: () => undefined,
        };
      },
    });
    engine.book("4BTC_USDT");
    worker.onTask = (task) => void runShardTask(task, new StubLife());
    worker.say(readyWord);
    await live(engine);
    expect(asked).toEqual(["ws://venue"]);
  });
});
