import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FromShard, ShardConfig, ShardThreadHandlers, ToShard } from "@depthwire/stream/internal";
import { afterAll, afterEach, expect, it } from "vitest";
import { createShardThreadPool, type ShardThreadPool } from "./thread.js";

const folder = mkdtempSync(join(tmpdir(), "depthwire-thread-"));
const bootsPath = join(folder, "boots");

/** A thread that does what its configuration says, in place of a shard. Notes each thread that loads it. */
const entryText = `
import { appendFileSync } from "node:fs";
import { threadId } from "node:worker_threads";
appendFileSync(${JSON.stringify(bootsPath)}, threadId + " ");
export default async function ({ config, port }) {
  const { behaviour } = config;
  if (behaviour === "throw") throw new RangeError("out of levels");
  if (behaviour === "hang") for (;;);
  port.postMessage({ started: true });
  await new Promise((resolve) => {
    port.on("message", (message) => {
      if (message.crash) setImmediate(() => { throw new TypeError("planted"); });
      else if (message.exit) process.exit(7);
      else if (message.hang) for (;;);
      else if (message.who) port.postMessage({ threadId });
      else if (message.finish) { port.postMessage({ last: true }); port.close(); resolve(); }
      else port.postMessage({ echo: message });
    });
  });
}
`;

const entryPath = join(folder, "entry.mjs");
writeFileSync(entryPath, entryText);
const entry = pathToFileURL(entryPath);
const pools: ShardThreadPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) {
    await pool.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function createPool(): ShardThreadPool {
  const pool = createShardThreadPool({ entry });
  pools.push(pool);
  return pool;
}

/** The stand-in entry reads plain data of its own; the types of real shards do not matter to the channel. */
function plain<T>(data: object): T {
  return data as unknown as T;
}

class Recorder implements ShardThreadHandlers {
  readonly reports: unknown[] = [];
  readonly ending: Promise<string>;
  #resolveEnding: (cause: string) => void = () => {};
  #wake: () => void = () => {};

  constructor() {
    this.ending = new Promise((resolve) => {
      this.#resolveEnding = resolve;
    });
  }

  message(message: FromShard): void {
    this.reports.push(message);
    this.#wake();
  }
  ended(cause: string): void {
    this.reports.push(cause);
    this.#resolveEnding(cause);
  }

  async untilCount(count: number): Promise<void> {
    while (this.reports.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

interface Started {
  readonly recorder: Recorder;
  post(message: object): void;
  end(): Promise<void>;
}

function start(pool: ShardThreadPool, behaviour = "serve"): Started {
  const recorder = new Recorder();
  const thread = pool.start(plain<ShardConfig>({ behaviour }), recorder);
  return { recorder, post: (message) => thread.post(plain<ToShard>(message)), end: () => thread.end() };
}

it("carries messages both ways, those posted before the thread stands too", async () => {
  const thread = start(createPool());
  thread.post({ value: 1 });
  thread.post({ value: 2 });
  await thread.recorder.untilCount(3);
  expect(thread.recorder.reports).toEqual([{ started: true }, { echo: { value: 1 } }, { echo: { value: 2 } }]);
});

it("reports the last messages of a thread that finishes before its end", async () => {
  const thread = start(createPool());
  thread.post({ finish: true });
  await thread.recorder.ending;
  expect(thread.recorder.reports).toEqual([{ started: true }, { last: true }, "finished"]);
});

it("ends a thread on request, once, and answers a second request", async () => {
  const thread = start(createPool());
  await thread.recorder.untilCount(1);
  await Promise.all([thread.end(), thread.end()]);
  await thread.end();
  thread.post({ value: "late" });
  expect(thread.recorder.reports).toEqual([{ started: true }, "ended"]);
});

it.each([
  { message: { crash: true }, cause: "TypeError: planted" },
  { message: { exit: true }, cause: /exit.*7/ },
])("reports how a thread ended after $message", async ({ message, cause }) => {
  const thread = start(createPool());
  thread.post(message);
  expect(await thread.recorder.ending).toMatch(cause);
  await thread.end();
  expect(thread.recorder.reports.filter((report) => typeof report === "string")).toHaveLength(1);
});

it("reports a thread that fails at once", async () => {
  expect(await start(createPool(), "throw").recorder.ending).toBe("RangeError: out of levels");
});

it("ends a thread in an endless loop", async () => {
  const thread = start(createPool());
  await thread.recorder.untilCount(1);
  thread.post({ hang: true });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const startedMs = performance.now();
  await thread.end();
  // Well before the five seconds after which it would not be waited for any more.
  expect(performance.now() - startedMs).toBeLessThan(4_500);
  expect(await thread.recorder.ending).toBe("ended");
});

it("has a thread standing by that has loaded its code, and replaces a lost one by it", async () => {
  rmSync(bootsPath, { force: true });
  const boots = () => readFileSync(bootsPath, "utf8").trim().split(" ").map(Number);
  const pool = createPool();
  const lost = start(pool);
  await lost.recorder.untilCount(1);
  await expect.poll(boots).toHaveLength(2);
  const [, spare] = boots();
  lost.post({ crash: true });
  await lost.recorder.ending;
  const successor = start(pool);
  successor.post({ who: true });
  await successor.recorder.untilCount(2);
  expect(successor.recorder.reports).toEqual([{ started: true }, { threadId: spare }]);
  await expect.poll(boots).toHaveLength(3);
});

it("loads its code by import: a thread that is ended while Node requires an ES module ends the whole process", async () => {
  const path = join(folder, "asked.mjs");
  const text = `
import { createRequire } from "node:module";
const required = Object.keys(createRequire(import.meta.url).cache).map((name) => name.split("/").at(-1));
export default async ({ port }) => port.postMessage({ required });`;
  writeFileSync(path, text);
  const pool = createShardThreadPool({ entry: pathToFileURL(path) });
  pools.push(pool);
  const { recorder } = start(pool);
  await recorder.untilCount(1);
  expect(recorder.reports).toEqual([{ required: expect.arrayContaining(["thread-module.cjs"]) }]);
  expect(recorder.reports).toEqual([{ required: expect.not.arrayContaining(["asked.mjs"]) }]);
});

it("keeps the other threads running when one crashes, and starts another in its place", async () => {
  const pool = createPool();
  const crashing = start(pool);
  const steady = start(pool);
  crashing.post({ crash: true });
  await crashing.recorder.ending;
  const replacement = start(pool);
  replacement.post({ value: "new" });
  steady.post({ value: "old" });
  await replacement.recorder.untilCount(2);
  await steady.recorder.untilCount(2);
  expect(replacement.recorder.reports).toEqual([{ started: true }, { echo: { value: "new" } }]);
  expect(steady.recorder.reports).toEqual([{ started: true }, { echo: { value: "old" } }]);
});

it("ends all threads when it is closed: busy, hanging and starting alike", async () => {
  const pool = createPool();
  const serving = start(pool);
  const hanging = start(pool, "hang");
  const starting = start(pool);
  await serving.recorder.untilCount(1);
  const startedMs = performance.now();
  await pool.close();
  expect(performance.now() - startedMs).toBeLessThan(4_500);
  expect(await Promise.all([serving, hanging, starting].map(({ recorder }) => recorder.ending))).toEqual([
    "ended",
    "ended",
    "ended",
  ]);
});
