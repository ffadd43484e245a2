import { Worker } from "node:worker_threads";
import { TopBuffer } from "@depthwire/book/internal";
import { expect, onTestFinished, test } from "vitest";
import { createSharedBook, sharedBookParts } from "./shared-book-layout.js";
import { SharedBookReader } from "./shared-book-reader.js";

/** Books of up to 32 levels a side are copied row by row. */
const capacity = 32;
/** Books of 65 levels and more are copied in one piece, or column by column. */
const long = { shortest: 65, capacity: 256 } as const;

/** What every writer has. Everything in state `version` follows from its number: scales and each level's quantity. */
const writerHead = `
const { parentPort, workerData: { memory, stop, module } } = require("node:worker_threads");
/** Four columns of so many rows, one behind the other. */
const block = (stride) => {
  const all = new Float64Array(4 * stride);
  const column = (index) => all.subarray(index * stride, (index + 1) * stride);
  return [0, 2].map((index) => ({ length: 0, columns: { keys: column(index), quantities: column(index + 1) } }));
};
const fill = (book, version) => {
  const isGapped = version % 5 === 0;
  book.status = isGapped ? "gapped" : "live";
  book.reason = isGapped ? "gap" : undefined;
  book.epoch = Math.floor(version / 1000);
  book.seq = book.updatedAtMs = book.receivedAtMs = book.version = version;
  book.levels.priceScale = book.levels.quantityScale = version % 7;
  for (const { length, columns } of [book.levels.asks, book.levels.bids]) {
    for (let row = 0; row < length; row++) { columns.keys[row] = row; columns.quantities[row] = version; }
  }
};
const bookOf = ([asks, bids]) => ({ levels: { asks, bids, priceScale: 0, quantityScale: 0 } });
`;

/** Writes as fast as it can, until it is told that it is enough. */
const shortWriter = `${writerHead}
void import(module).then(({ SharedBookWriter }) => {
  const writer = new SharedBookWriter(memory);
  const book = bookOf(block(${capacity}));
  let version = 0;
  for (; Atomics.load(stop, 0) === 0; ) {
    version++;
    book.levels.asks.length = 1 + (version % ${capacity});
    book.levels.bids.length = ${capacity} - (version % ${capacity});
    fill(book, version);
    writer.publish(book);
  }
  parentPort.postMessage(version);
});
`;

/** Columns are 128 and 256 rows apart by turns, and lie in no one piece each third time. */
const longWriter = `${writerHead}
void import(module).then(({ SharedBookWriter }) => {
  const writer = new SharedBookWriter(memory);
  const apart = [block(${long.capacity}), block(${long.capacity})];
  const books = [block(128), block(256), [apart[0][0], apart[1][1]]].map(bookOf);
  let version = 0;
  for (; Atomics.load(stop, 0) === 0; ) {
    version++;
    const book = books[version % 3];
    book.levels.asks.length = 128 - (version % ${128 - long.shortest});
    book.levels.bids.length = ${long.shortest} + (version % ${128 - long.shortest});
    fill(book, version);
    writer.publish(book);
  }
  parentPort.postMessage(version);
});
`;

/** A real thread that writes; \`stop\` ends it and resolves with how many states it wrote. */
async function startWriter(
  text: string = shortWriter,
  room: number = capacity,
): Promise<{ memory: SharedArrayBuffer; stop: () => Promise<number> }> {
  const memory = createSharedBook(room);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const module = new URL("../../dist/shared-memory/shared-book-writer.js", import.meta.url).href;
  const worker = new Worker(text, { eval: true, workerData: { memory, stop, module } });
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

const shortCounts = (version: number) => [1 + (version % capacity), capacity - (version % capacity)] as const;
const longCounts = (version: number) =>
  [128 - (version % (128 - long.shortest)), long.shortest + (version % (128 - long.shortest))] as const;

/** What is wrong with a reading; undefined when all of it is of one state. */
function tear(
  top: TopBuffer,
  countsOf: (version: number) => readonly [number, number] = shortCounts,
): string | undefined {
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
  const [askCount, bidCount] = countsOf(version);
  if (top.askCount !== askCount || top.bidCount !== bidCount) {
    return "counts";
  }
  // The best level is the last row of its column: the number of rows before it is its price.
  if (top.askPrices[0] !== 1 - askCount || top.bidPrices[0] !== bidCount - 1) {
    return "prices";
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
  "row 16: so is every reading of a longer book, whose columns are further apart in one state than in the next",
  async () => {
    const { memory, stop } = await startWriter(longWriter, long.capacity);
    const reader = new SharedBookReader(memory);
    const top = new TopBuffer(long.capacity);
    const tears: string[] = [];
    const ways = new Set<number>();
    await stress(
      () => {
        if (!reader.readTop(top)) {
          return "unreadable";
        }
        ways.add(top.version % 3);
        const torn = tear(top, longCounts);
        if (torn !== undefined) {
          tears.push(torn);
        }
        return "read";
      },
      (made) => made >= 2_000 && ways.size === 3,
    );
    const written = await stop();
    expect(tears).toEqual([]);
    expect(ways.size).toBe(3);
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
