import { Worker } from "node:worker_threads";
import { TopBuffer } from "@depthwire/book/internal";
import { expect, onTestFinished, test } from "vitest";
import { createSharedBook, sharedBookParts } from "./shared-book-layout.js";
import { SharedBookReader } from "./shared-book-reader.js";

const capacity = 32;

/**
 * Writes as fast as it can, until the memory's last word says that it is enough. Everything in state `version` follows from
 * its number: counts, scales and each level's quantity.
 */
const writerText = `
const { parentPort, workerData: { memory, stop, module } } = require("node:worker_threads");
void import(module).then(({ SharedBookWriter }) => {
  const writer = new SharedBookWriter(memory);
  const sides = [0, 1].map(() => ({ length: 0, columns: { keys: new Float64Array(${capacity}), quantities: new Float64Array(${capacity}) } }));
  const levels = { asks: sides[0], bids: sides[1], priceScale: 0, quantityScale: 0 };
  const book = { status: "live", reason: undefined, epoch: 0, seq: 0, updatedAtMs: 0, receivedAtMs: 0, version: 0, levels };
  let version = 0;
  for (; Atomics.load(stop, 0) === 0; ) {
    version++;
    const isGapped = version % 5 === 0;
    book.status = isGapped ? "gapped" : "live";
    book.reason = isGapped ? "gap" : undefined;
    book.epoch = Math.floor(version / 1000);
    book.seq = book.updatedAtMs = book.receivedAtMs = book.version = version;
    levels.priceScale = levels.quantityScale = version % 7;
    levels.asks.length = 1 + (version % ${capacity});
    levels.bids.length = ${capacity} - (version % ${capacity});
    for (const { length, columns } of sides) {
      for (let row = 0; row < length; row++) { columns.keys[row] = row; columns.quantities[row] = version; }
    }
    writer.publish(book);
  }
  parentPort.postMessage(version);
});
`;

/** A real thread that writes; \`stop\` ends it and resolves with how many states it wrote. */
async function startWriter(): Promise<{ memory: SharedArrayBuffer; stop: () => Promise<number> }> {
  const memory = createSharedBook(capacity);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const module = new URL("../../dist/shared-memory/shared-book-writer.js", import.meta.url).href;
  const worker = new Worker(writerText, { eval: true, workerData: { memory, stop, module } });
  onTestFinished(async () => void (await worker.terminate()));
  const written = new Promise<number>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  const reader = new SharedBookReader(memory);
  await expect.poll(() => reader.holdsLevels, { interval: 5 }).toBe(true);
  return {
    memory,
    stop: () => {
      Atomics.store(stop, 0, 1);
      return written;
    },
  };
}

/** What is wrong with a reading; undefined when all of it is of one state. */
function tear(top: TopBuffer): string | undefined {
  const { version } = top;
  const isGapped = version % 5 === 0;
  if (top.seq !== version || top.updatedAtMs !== version || top.receivedAtMs !== version) {
    return "numbers";
  }
  if (top.priceScale !== version % 7 || top.quantityScale !== version % 7) {
    return "scales";
  }
  if (top.epoch !== Math.floor(version / 1000)) {
    return "epoch";
  }
  if (top.status !== (isGapped ? "gapped" : "live") || top.reason !== (isGapped ? "gap" : undefined)) {
    return "label";
  }
  if (top.askCount !== 1 + (version % capacity) || top.bidCount !== capacity - (version % capacity)) {
    return "counts";
  }
  for (let index = 0; index < top.askCount; index++) {
    if (top.askQuantities[index] !== version) {
      return "asks";
    }
  }
  for (let index = 0; index < top.bidCount; index++) {
    if (top.bidQuantities[index] !== version) {
      return "bids";
    }
  }
  return undefined;
}

/** Most milliseconds of one stress. A machine whose cores are taken gives the writer a turn only now and then. */
const stressMs = 60_000;

/** Reads until it is enough. A sleeping writer gets its turn in between. */
async function stress(read: () => "read" | "unreadable", isEnough: (made: number) => boolean): Promise<number> {
  const endMs = performance.now() + stressMs;
  let made = 0;
  for (let round = 1; !isEnough(made) && performance.now() < endMs; round++) {
    made += read() === "read" ? 1 : 0;
    if (round % 256 === 0) {
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }
  return made;
}

test(
  "row 16: every reading beside a writer at full speed is of one state, and none is older than the one before",
  async () => {
    const { memory, stop } = await startWriter();
    const reader = new SharedBookReader(memory);
    const top = new TopBuffer(capacity);
    const tears: string[] = [];
    let latest = 0;
    const states = new Set<number>();
    const readings = await stress(
      () => {
        if (!reader.readTop(top)) {
          return "unreadable";
        }
        const torn = tear(top) ?? (top.version < latest ? "backwards" : undefined);
        if (torn !== undefined) {
          tears.push(torn);
        }
        latest = top.version;
        states.add(latest);
        return "read";
      },
      (made) => made >= 5_000 && states.size > 100,
    );
    const written = await stop();
    expect(tears).toEqual([]);
    expect(readings).toBeGreaterThanOrEqual(5_000);
    expect(states.size).toBeGreaterThan(100);
    expect([reader.readTop(top), top.version]).toEqual([true, written]);
  },
  2 * stressMs,
);

test(
  "row 16: so is every view",
  async () => {
    const { memory, stop } = await startWriter();
    const reader = new SharedBookReader(memory);
    const top = new TopBuffer(capacity);
    const tears: string[] = [];
    let known = -1;
    const views = await stress(
      () => {
        const view = reader.readView(1, Number.POSITIVE_INFINITY, "sequenced", known);
        if (view === undefined) {
          return "unreadable";
        }
        top.fill(view);
        const torn = tear(top) ?? (view.version < known ? "backwards" : undefined);
        if (torn !== undefined) {
          tears.push(torn);
        }
        known = view.version;
        return "read";
      },
      (made) => made >= 1_000,
    );
    await stop();
    expect(tears).toEqual([]);
    expect(views).toBeGreaterThanOrEqual(20);
  },
  2 * stressMs,
);

test(
  "row 16: readings that ignore the lock are torn: the two above would notice if there were none",
  async () => {
    const { memory, stop } = await startWriter();
    const { columns } = sharedBookParts(memory);
    let torn = 0;
    await stress(
      () => {
        const firstAsk = columns[capacity];
        const firstBid = columns[3 * capacity];
        if (firstAsk === firstBid) {
          return "unreadable";
        }
        torn++;
        return "read";
      },
      (made) => made > 0,
    );
    await stop();
    expect(torn).toBeGreaterThan(0);
  },
  2 * stressMs,
);
