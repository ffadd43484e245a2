import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MessageChannel } from "node:worker_threads";
import { createInflate } from "@depthwire/book";
import type { RecordingReport } from "@depthwire/recording/internal";
import { createEngine, hostFeeds } from "@depthwire/stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { createNodeClock } from "./clock.js";
import { feedPortOn } from "./message-port.js";
import { openDirectoryStore } from "./recording-file.js";
import runShardTask from "./shard-entry.js";
import type { ShardTask } from "./shard-task.js";
import { depthFrame, startStubVenue, subscribedPair } from "./stub-venue.spec-kit.js";

/** An engine whose shard runs in this thread, by the messages of one of its own. */
function opened(addresses: readonly string[], more: Partial<Omit<ShardTask, "config" | "port" | "heartbeat">> = {}) {
  const heartbeat = new SharedArrayBuffer(4);
  const beats = () => Atomics.load(new Int32Array(heartbeat), 0);
  const runs: Promise<void>[] = [];
  const engine = createEngine(
    { addresses, shards: 1 },
    {
      clock: createNodeClock(),
      random: Math.random,
      startThread: (config, handlers) => {
        const { port1, port2 } = new MessageChannel();
        port1.on("message", (message) => handlers.message(message));
        runs.push(
          runShardTask({ config, port: port2, heartbeat, world: {}, feeds: undefined, reports: undefined, ...more }),
        );
        return { post: (message) => port1.postMessage(message), end: async () => port1.close(), pulse: beats };
      },
      shard: { openSocket: () => ({ send() {}, ping() {}, close() {} }), createInflate: () => createInflate() },
    },
  );
  onTestFinished(() => engine.close());
  const book = engine.book("4BTC_USDT");
  return { engine, book, beats, runs, isLive: () => expect.poll(() => book.latest.status).toBe("live") };
}

/** A folder of one test. */
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "depthwire-shard-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

it("a shard follows the venue by its port, beats from its first word on, and is over when it is stopped", async () => {
  const { address, server } = await startStubVenue();
  const { engine, runs, beats, isLive } = opened([address]);
  expect(beats()).toBe(0);
  await isLive();
  const before = beats();
  expect(before).toBeGreaterThan(0);
  await expect.poll(beats).toBeGreaterThan(before + 1);
  await engine.close();
  await Promise.all(runs);
  expect(runs).toHaveLength(1);
  await expect.poll(() => server.clients.size).toBe(0);
});

it("a shard that records reports it, ends its recording when it is told to, and says what it came to", async () => {
  const { address, tick } = await startStubVenue();
  const { port1: reports, port2 } = new MessageChannel();
  const reported: RecordingReport[] = [];
  reports.on("message", (report: RecordingReport) => reported.push(report));
  const directory = folder();
  const { engine, runs, book, isLive } = opened([address], {
    world: { record: { directory, run: "mine" } },
    reports: port2,
  });
  await isLive();
  await expect.poll(() => reported.at(-1)).toMatchObject({ phase: "recording", statistics: { frames: 1 } });
  expect(reported[0]).toMatchObject({ phase: "recording", statistics: { frames: 0 } });
  reports.postMessage("end", []);
  await expect.poll(() => reported.at(-1)).toMatchObject({ phase: "ended", statistics: { frames: 1 } });
  tick();
  await expect.poll(() => book.latest.seq).toBe(2);
  const count = reported.length;
  await engine.close();
  await Promise.all(runs);
  expect(reported.length).toBeGreaterThanOrEqual(count);
  const store = await openDirectoryStore(join(directory, "shard-0"));
  expect((await store.list()).length).toBeGreaterThan(0);
});

it("a shard over connections of its host's makes none of its own", async () => {
  const { port1, port2 } = new MessageChannel();
  const asked: string[] = [];
  const host = hostFeeds(feedPortOn(port1), (address, feed) => {
    asked.push(address);
    queueMicrotask(() => feed.opened());
    return {
      send: (text) => {
        const pair = subscribedPair(text);
        if (pair !== undefined) {
          feed.push(depthFrame(pair, 1));
        }
      },
      ping: () => undefined,
      close: () => undefined,
    };
  });
  const { engine, runs, isLive } = opened(["ws://nobody"], { feeds: port2 });
  await isLive();
  expect(asked).toEqual(["ws://nobody"]);
  await engine.close();
  await Promise.all(runs);
  host.close();
  port1.close();
});

it("a shard's module has connections of its own, hears what is accepted, and is closed before the shard is over", async () => {
  const path = join(folder(), "module.mjs");
  writeFileSync(
    path,
    `export default async ({ shard, data }) => ({
      openFeed: (address, feed) => {
        globalThis.shardSpec.push("asked " + address + " " + shard + " " + data);
        queueMicrotask(() => feed.opened());
        return { send: (text) => globalThis.shardSpecSend(text, feed), ping() {}, close() {} };
      },
      listenToFrames: () => ({ accepted: ({ kind }) => globalThis.shardSpec.push(kind), status() {} }),
      close: async () => void globalThis.shardSpec.push("closed"),
    });`,
  );
  const told: string[] = [];
  vi.stubGlobal("shardSpec", told);
  vi.stubGlobal("shardSpecSend", (text: string, feed: { push(bytes: Uint8Array): void }) => {
    const pair = subscribedPair(text);
    if (pair !== undefined) {
      feed.push(depthFrame(pair, 1));
    }
  });
  const { engine, runs, isLive } = opened(["ws://nobody"], {
    world: { module: { url: pathToFileURL(path).href, data: 5 } },
  });
  await isLive();
  expect(told).toEqual(["asked ws://nobody 0 5", "snapshot"]);
  await engine.close();
  await Promise.all(runs);
  expect(told.at(-1)).toBe("closed");
});
