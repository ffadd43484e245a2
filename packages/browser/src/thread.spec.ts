import { setTimeout as passed } from "node:timers/promises";
import type { RecordingReport } from "@depthwire/recording/internal";
import type { ShardConfig, ShardThread } from "@depthwire/stream/internal";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StubLife, StubSocket, StubWorker } from "./page-world.spec-kit.js";
import { readyWord } from "./shard-task.js";
import { createShardThreadPool, type ShardThreadPool, type ShardThreadPoolOptions } from "./thread.js";

let life: StubLife;
let workers: StubWorker[];
let told: unknown[];
let pool: ShardThreadPool;

beforeEach(() => {
  life = new StubLife();
  workers = [];
  told = [];
  vi.stubGlobal("WebSocket", StubSocket);
  StubSocket.onNew = () => undefined;
});

afterEach(() => pool.close());

const openWorker = () => {
  const worker = new StubWorker();
  workers.push(worker);
  return worker as unknown as Worker;
};

function started(options: Partial<ShardThreadPoolOptions> = {}): ShardThread {
  pool = createShardThreadPool({ life, openWorker, ...options });
  return pool.start({ shard: 3 } as ShardConfig, {
    message: (message) => void told.push(message),
    ended: (cause) => void told.push(`ended: ${cause}`),
  });
}

/** The newest worker. */
const worker = (): StubWorker => workers.at(-1) as StubWorker;

/** What arrives at a port from now on. */
function heardAt(port: MessagePort | undefined): unknown[] {
  const heard: unknown[] = [];
  port?.addEventListener("message", ({ data }) => heard.push(data));
  port?.start();
  return heard;
}

/** Messages between threads are on their way for a moment. */
const delivered = (): Promise<void> => passed(5);

describe("a shard in a worker", () => {
  it("gets its task once the worker's code is loaded, and messages go both ways", async () => {
    const thread = started({ socketLimits: { maxMessageBytes: 9 } });
    worker().say("something else");
    expect(worker().tasks).toBe(0);
    worker().say(readyWord);
    worker().say(readyWord);
    expect(worker().tasks).toBe(1);
    const { task } = worker();
    expect(task).toMatchObject({ config: { shard: 3 }, socketLimits: { maxMessageBytes: 9 } });
    expect([task?.feeds, task?.reports, task?.record, task?.heartbeat]).toEqual(Array(4).fill(undefined));
    const heard = heardAt(task?.port);
    thread.post({ kind: "unsubscribe", book: 1 });
    task?.port.postMessage({ kind: "news", books: [1] }, []);
    await expect
      .poll(() => [heard, told])
      .toEqual([[{ kind: "unsubscribe", book: 1 }], [{ kind: "news", books: [1] }]]);
  });

  it("is over once, whatever ends it first, and tells nothing more", async () => {
    const thread = started();
    worker().say(readyWord);
    worker().fail("out of memory");
    worker().fail("again");
    worker().task?.port.postMessage({ kind: "news", books: [1] }, []);
    await thread.end();
    await delivered();
    expect(told).toEqual(["ended: out of memory"]);
    expect(worker().terminations).toBe(1);
  });

  it("is over where a message cannot be read, and when its host ends it", async () => {
    started();
    worker().dispatchEvent(new Event("messageerror"));
    expect(told).toEqual(["ended: a message could not be read"]);
    await pool.close();
    const other = started();
    await other.end();
    expect(told.slice(1)).toEqual(["ended: ended"]);
  });

  it("is ended with its pool, which leaves nothing behind", async () => {
    vi.useFakeTimers();
    try {
      started();
      expect([life.listeners, vi.getTimerCount()]).toEqual([2, 1]);
      await pool.close();
      expect([life.listeners, vi.getTimerCount()]).toEqual([0, 0]);
      expect([told, worker().terminations]).toEqual([["ended: ended"], 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is the one beside this package's own script, where the page names none", () => {
    const opened: unknown[] = [];
    class OwnWorker extends StubWorker {
      constructor(url: URL, options: WorkerOptions) {
        super();
        opened.push(url.pathname.split("/").at(-1), options);
      }
    }
    vi.stubGlobal("Worker", OwnWorker);
    started({ openWorker: undefined });
    expect(opened).toEqual(["shard-worker.js", { type: "module", name: "depthwire-shard" }]);
  });

  it("is told of the page's life that it does not hear itself", async () => {
    started();
    worker().say(readyWord);
    const heard = heardAt(worker().task?.life);
    life.suspend({ kind: "offline" });
    life.retry();
    await expect
      .poll(() => heard)
      .toEqual([{ kind: "suspended", suspension: { kind: "offline" } }, { kind: "reachable" }]);
    expect(told).toEqual([]);
  });

  it.each([{ kind: "frozen" }, { kind: "slept", sleptMs: 60_000 }] as const)(
    "is over where the page was suspended: %j",
    (suspension) => {
      started();
      worker().say(readyWord);
      life.suspend(suspension);
      expect(told).toEqual(["ended: the page slept"]);
    },
  );

  it("looks whether the page slept before it takes a message in", async () => {
    started();
    worker().say(readyWord);
    life.slept = true;
    worker().task?.port.postMessage({ kind: "news", books: [1] }, []);
    await expect.poll(() => told).toEqual(["ended: the page slept"]);
    await delivered();
    expect(told).toHaveLength(1);
  });

  it("goes on where its heart did while only the page's thread was held up", async () => {
    vi.stubGlobal("crossOriginIsolated", true);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const thread = started();
      worker().say(readyWord);
      const word = new Int32Array(worker().task?.heartbeat as SharedArrayBuffer);
      Atomics.add(word, 0, 7);
      expect(thread.pulse?.()).toBe(7);
      vi.advanceTimersByTime(500);
      // A second has forty beats; a quarter of them is enough.
      Atomics.add(word, 0, 11);
      life.suspend({ kind: "slept", sleptMs: 1_000 });
      expect(told).toEqual([]);
      vi.advanceTimersByTime(500);
      Atomics.add(word, 0, 10);
      life.suspend({ kind: "slept", sleptMs: 1_000 });
      expect(told).toEqual(["ended: the page slept"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the recording of a shard in a worker", () => {
  const report = (phase: RecordingReport["phase"]) => ({ phase }) as RecordingReport;

  it("is reported with the shard's number, and ended when it is to be", async () => {
    const reported: unknown[] = [];
    started({ record: { directory: "here" }, onRecording: (...report_) => void reported.push(report_) });
    worker().say(readyWord);
    const { task } = worker();
    expect(task?.record).toEqual({ directory: "here" });
    const heard = heardAt(task?.reports);
    task?.reports?.postMessage(report("recording"), []);
    const ending = pool.endRecordings();
    await expect.poll(() => heard).toEqual(["end"]);
    task?.reports?.postMessage(report("ended"), []);
    await ending;
    expect(reported).toEqual([
      [3, report("recording")],
      [3, report("ended")],
    ]);
  });

  it("is not waited for where the worker is gone, or says nothing for five seconds", async () => {
    started({ record: { directory: "here" } });
    await pool.endRecordings();
    worker().say(readyWord);
    const gone = pool.endRecordings();
    worker().fail("gone");
    await gone;
    await pool.close();
    started({ record: { directory: "here" } });
    worker().say(readyWord);
    vi.useFakeTimers();
    try {
      const over = vi.fn();
      const ending = pool.endRecordings().finally(over);
      await vi.advanceTimersByTimeAsync(4_999);
      expect(over).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      await ending;
    } finally {
      vi.useRealTimers();
    }
  });
});
