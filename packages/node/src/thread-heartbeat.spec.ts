import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BookStatus, createInflate } from "@depthwire/book";
import { defaultFrameLimits } from "@depthwire/core";
import { type BookStream, createEngine, type Engine } from "@depthwire/stream";
import { defaultThreadWatchOptions } from "@depthwire/stream/internal";
import { expect, it, onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { createNodeClock } from "./clock.js";
import { createNodeSocketOpener, socketLimitsFor } from "./socket.js";
import { createShardThreadPool } from "./thread.js";

/** How long a thread that starts slowly holds its loop: longer than a running one may be silent before it is ended. */
const slowStartMs = 1.5 * defaultThreadWatchOptions.pulse.endAfterMs;

/** The real shard's entry, but its loop comes to nothing for a while after the shard was begun. */
const slowEntryText = (shardEntry: string) => `
import runShardTask from ${JSON.stringify(shardEntry)};
export default (task) => {
  const running = runShardTask(task);
  const end = performance.now() + ${slowStartMs};
  while (performance.now() < end);
  return running;
};
`;

/** The real shard's entry, but some pairs do harm to its thread when they are subscribed to. */
const harmedEntryText = (shardEntry: string) => `
import runShardTask from ${JSON.stringify(shardEntry)};
const harms = {
  "4PAUSE_USDT": () => { const end = performance.now() + 400; while (performance.now() < end); },
  "4HANG_USDT": () => { for (;;); },
  "4CRASH_USDT": () => { setImmediate(() => { throw new TypeError("planted"); }); },
};
export default (task) => {
  task.port.on("message", ({ pair }) => harms[pair]?.());
  return runShardTask(task);
};
`;

/** An address that answers each subscription with a snapshot. */
async function startStub(): Promise<string> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => {
    for (const client of server.clients) {
      client.terminate();
    }
    server.close();
  });
  server.on("connection", (socket: WebSocket) => {
    socket.on("message", (data) => {
      const { sub } = JSON.parse(String(data)) as { sub?: string };
      if (sub === undefined) {
        return;
      }
      const d = { pair: sub.replace(/_depth$/, ""), ut: Date.now(), seq: 7, asks: [["2", "101.5"]], bids: null };
      socket.send(Buffer.from(`0${JSON.stringify({ topic: sub, t: 0, d })}`));
    });
  });
  await once(server, "listening");
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/cbu`;
}

/** One real thread, whose book of 4BTC_USDT is live. Every status that its loop saw is noted. */
async function follow(
  entryText = harmedEntryText,
): Promise<{ engine: Engine; book: BookStream; statuses: BookStatus[] }> {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-heartbeat-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entryPath = join(folder, "entry.mjs");
  writeFileSync(entryPath, entryText(new URL("../dist/shard-entry.js", import.meta.url).href));
  const pool = createShardThreadPool({ entry: pathToFileURL(entryPath) });
  onTestFinished(() => pool.close());
  const engine = createEngine(
    { addresses: [await startStub()], shards: 1 },
    {
      clock: createNodeClock(),
      random: Math.random,
      startThread: pool.start,
      shard: { openSocket: createNodeSocketOpener(socketLimitsFor(defaultFrameLimits)), createInflate },
    },
  );
  onTestFinished(() => engine.close());
  const book = engine.book("4BTC_USDT");
  const statuses: BookStatus[] = [];
  void (async () => {
    for await (const { status } of book) {
      statuses.push(status);
    }
  })();
  await expect.poll(() => book.latest.status).toBe("live");
  return { engine, book, statuses };
}

it("a thread that takes longer to start than a running one may be silent is let start", async () => {
  const { engine, book } = await follow(slowEntryText);
  expect([book.latest.epoch, engine.statistics().threadsLost]).toEqual([1, 0]);
});

it("a thread that pauses makes its views stale at once, and live again without a new epoch", async () => {
  const { engine, book, statuses } = await follow();
  engine.book("4PAUSE_USDT");
  await expect.poll(() => book.latest.status, { interval: 5 }).toBe("stale");
  expect(book.latest.reason).toBe("thread-silent");
  await expect.poll(() => book.latest.status).toBe("live");
  expect(statuses).toContain("stale");
  expect([book.latest.epoch, engine.statistics().threadsLost]).toEqual([1, 0]);
});

it.each(["4HANG_USDT", "4CRASH_USDT"])(
  "a thread that %s harms is replaced, and its books come back",
  async (harmful) => {
    const { engine, book, statuses } = await follow();
    const harm = engine.book(harmful);
    await expect.poll(() => book.latest.status, { interval: 5 }).toBe("stale");
    harm.close();
    await expect.poll(() => book.latest.status).toBe("live");
    expect(book.latest.epoch).toBe(2);
    expect(engine.statistics().threadsLost).toBe(1);
    expect(statuses).toContain("stale");
  },
);
