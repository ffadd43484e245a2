import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { expect, it, onTestFinished } from "vitest";
import { createNodeClock } from "./clock.js";
import { openNodeSocket } from "./socket.js";
import { startStubVenue } from "./stub-venue.spec-kit.js";
import { createShardThreadPool } from "./thread.js";

/** How often threads are killed: once each way in a turn. `DEPTHWIRE_KILLS=1000` is the long form. */
const kills = Number(process.env["DEPTHWIRE_KILLS"] ?? 6);

/**
 * Beside the other specs on a busy machine a thread may take long to start, and a timer its time; the figures are those of the
 * long form. Stale: 75 ms without a heartbeat, and one look more.
 */
const bounds =
  process.env["DEPTHWIRE_KILLS"] === undefined
    ? { staleMedianMs: 10_000, maxLiveMs: 60_000 }
    : { staleMedianMs: 130, maxLiveMs: 5_000 };

/** The real shard's entry; a word in the thread's configuration says how it dies, once its book is live. */
const entryText = (shardEntry: string) => `
import runShardTask from ${JSON.stringify(shardEntry)};
export default (task) => {
  task.port.on("message", ({ pair }) => {
    if (pair === "4EXIT_USDT") process.exit(3);
    if (pair === "4THROW_USDT") setImmediate(() => { throw new TypeError("planted"); });
    if (pair === "4HANG_USDT") for (;;);
  });
  return runShardTask(task);
};
`;

const harms = ["4EXIT_USDT", "4THROW_USDT", "4HANG_USDT"] as const;

function createHarmedPool() {
  const folder = mkdtempSync(join(tmpdir(), "depthwire-kills-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "entry.mjs");
  writeFileSync(path, entryText(new URL("../dist/shard-entry.js", import.meta.url).href));
  const pool = createShardThreadPool({ entry: pathToFileURL(path) });
  onTestFinished(() => pool.close());
  return pool;
}

const resources = () =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => kind === "MessagePort" || kind === "Worker")
    .sort();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(
  `row 15: ${kills} killed threads: stale at once, live again soon, every promise settled, nothing left over`,
  async () => {
    // What the spec file before this one left is still on its way out.
    await expect.poll(resources).toEqual([]);
    const { address, server } = await startStubVenue();
    const pool = createHarmedPool();
    const restart = { firstWindowMs: 20, maxWindowMs: 50 };
    const engine = createEngine(
      { addresses: [address], shards: 1, threads: { restart } },
      {
        clock: createNodeClock(),
        random: Math.random,
        startThread: pool.start,
        depthSource: () => Promise.resolve({ updatedAtMs: 0, asks: [], bids: [] }),
        shard: { openSocket: openNodeSocket, createInflate: () => createInflate() },
      },
    );
    onTestFinished(() => engine.close());
    const book = engine.book("4BTC_USDT");
    await expect.poll(() => book.read().status, { interval: 5 }).toBe("live");
    const before = resources();
    const staleAfterMs: number[] = [];
    const liveAfterMs: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      const verdict = book.verify().catch((error: unknown) => error);
      const harm = engine.book(harms[kill % harms.length] as string);
      const killedAtMs = performance.now();
      while (book.read().status === "live") {
        await pause(2);
      }
      staleAfterMs.push(performance.now() - killedAtMs);
      expect(["thread-lost", "thread-silent"]).toContain(book.read().reason);
      harm.close();
      // A new epoch proves it: a thread that was only silent for a while, before the harm reached it, comes back in the old one.
      while (book.read().status !== "live" || book.read().epoch === kill + 1) {
        await pause(2);
      }
      liveAfterMs.push(performance.now() - killedAtMs);
      await verdict;
      expect(book.latest).toMatchObject({ status: "live", epoch: kill + 2 });
    }
    const { threadsLost } = engine.statistics();
    console.log(told("stale after", staleAfterMs), told("live after", liveAfterMs), `${threadsLost} threads lost`);
    expect(median(staleAfterMs)).toBeLessThan(bounds.staleMedianMs);
    expect(Math.max(...liveAfterMs)).toBeLessThan(bounds.maxLiveMs);
    expect(threadsLost).toBe(kills);
    await expect.poll(resources).toEqual(before);
    await expect.poll(() => server.clients.size).toBe(1);
    await engine.close();
    await pool.close();
    await expect.poll(resources).toEqual([]);
    await expect.poll(() => server.clients.size).toBe(0);
  },
  60_000 + 20_000 * kills,
);

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function told(what: string, values: readonly number[]): string {
  return `${what}: median ${median(values).toFixed(0)} ms, longest ${Math.max(...values).toFixed(0)} ms;`;
}
