import type { DepthSnapshotRead } from "@depthwire/book";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import type { BookStream } from "./book-stream.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";
import type { EngineOptions } from "./engine-options.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;
let book: BookStream;
/** What the venue answers, and which sizes were asked for. */
let answer: () => Promise<DepthSnapshotRead>;
let asked: number[];

function start(options: Partial<EngineOptions>): void {
  clock = fakeClock();
  network = new FakeNetwork();
  asked = [];
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard });
  engine = createEngine(
    { addresses: ["ws://one"], ...options },
    {
      clock,
      random,
      shard,
      startThread: threads.start,
      depthSource: (_, { size }) => {
        asked.push(size);
        return answer();
      },
    },
  );
}

const level = (price: string, quantity: string) => ({ price, quantity });
const asks = [level("101.50", "1.0"), level("102.5", "101")];
const bids = [level("99.5", "2")];
/** State 101 of the spec's book. */
const state = { updatedAtMs: 1_101, asks, bids };
/** State 102. */
const present = { updatedAtMs: 1_102, asks: [level("101.5", "1"), level("102.5", "102")], bids };
const answering = (read: DepthSnapshotRead) => () => Promise.resolve(read);

/** Follows the book up to state 101. */
async function follow(): Promise<void> {
  book = engine.book(specPair);
  await clock.advanceAndSettle(0);
  const socket = network.last;
  socket.onSend = (text) => {
    const { ping }: { ping?: number } = JSON.parse(text);
    if (ping !== undefined) {
      socket.plain(`{"pong":${ping}}`);
    }
  };
  socket.open();
  network.last.zlib(snapshotText(100));
  network.last.zlib(updateText(101));
  await clock.advanceAndSettle(0);
}

async function verdictOf(options = {}) {
  const verdict = book.verify(options);
  await clock.advanceAndSettle(5_000);
  return verdict;
}

afterEach(() => engine.close());

describe.each([
  ["inline", 0],
  ["in a thread", 1],
])("verify() of a book %s", (_, shards) => {
  beforeEach(async () => {
    start({ shards });
    await follow();
  });

  test("says equal for the very same levels, whatever their decimals", async () => {
    answer = answering(state);
    expect(await verdictOf()).toEqual({ kind: "equal", seq: 101, updatedAtMs: 1_101, levels: 3 });
    expect(asked).toEqual([200]);
    expect(engine.statistics().verifications).toMatchObject({ equal: 1, different: 0, inconclusive: 0 });
  });

  test("says what differs, and the book resyncs", async () => {
    answer = answering({ ...state, asks: [level("101.5", "1"), level("103", "4")], bids: [level("99.5", "2.5")] });
    expect(await verdictOf()).toEqual({
      kind: "different",
      seq: 101,
      updatedAtMs: 1_101,
      differences: [
        { side: "asks", price: "102.5", ours: "101", theirs: undefined },
        { side: "asks", price: "103", ours: undefined, theirs: "4" },
        { side: "bids", price: "99.5", ours: "2", theirs: "2.5" },
      ],
    });
    expect(book.latest).toMatchObject({ status: "gapped", reason: "contradicted" });
    expect(network.last.channels).toEqual([`+${specPair}_depth`, `-${specPair}_depth`, `+${specPair}_depth`]);
  });

  test("compares only as far as a full answer reaches", async () => {
    answer = answering({ updatedAtMs: 1_101, asks: [level("101.5", "1")], bids });
    expect(await verdictOf({ size: 1 })).toMatchObject({ kind: "equal", levels: 2 });
    expect(await verdictOf({ size: 2 })).toMatchObject({ kind: "different", differences: [{ price: "102.5" }] });
  });

  test("finds the answer's state among those that were, up to 64", async () => {
    answer = answering(state);
    await verdictOf();
    for (let seq = 102; seq <= 164; seq++) {
      network.last.zlib(updateText(seq));
    }
    expect(await verdictOf()).toMatchObject({ kind: "equal", seq: 101 });
    network.last.zlib(updateText(165));
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "older" });
    expect(book.latest.status).toBe("live");
  });

  test("forgets states that were before a finer decimal, rather than misread them", async () => {
    answer = answering(state);
    await verdictOf();
    network.last.zlib(updateText(102));
    network.last.zlib(updateText(103, { add: { asks: [["0.001", "101.125"]] } }));
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "older" });
    const [best] = asks;
    const present = [level("101.125", "0.001"), best ?? level("0", "0"), level("102.5", "102")];
    answer = answering({ updatedAtMs: 1_103, asks: present, bids });
    expect(await verdictOf()).toMatchObject({ kind: "equal", seq: 103 });
    answer = answering({ updatedAtMs: 1_102, asks: present.slice(1), bids });
    expect(await verdictOf()).toMatchObject({ kind: "equal", seq: 102 });
  });

  test("waits for the push of a state that the answer is ahead with", async () => {
    answer = answering(present);
    const verdict = book.verify();
    await clock.advanceAndSettle(250);
    network.last.zlib(updateText(102));
    await clock.advanceAndSettle(100);
    expect(await verdict).toMatchObject({ kind: "equal", seq: 102 });
    expect(asked).toHaveLength(1);
  });

  test.each([
    ["of another time", { ...state, updatedAtMs: 1_101.5 }, "no-such-state", 2],
    ["ahead of every push, with the same levels", { ...present, updatedAtMs: 9_999 }, "newer", 2],
    ["with a word for a number", { ...state, bids: [level("99.5", "two")] }, "unusable-answer", 1],
    ["with a price twice", { ...state, bids: [level("99.5", "2"), level("99.50", "2")] }, "unusable-answer", 1],
  ])("is inconclusive for an answer %s", async (_what, read, cause, requests) => {
    answer = answering(state);
    await verdictOf();
    answer = answering(read);
    network.last.zlib(updateText(102));
    asked = [];
    expect(await verdictOf({ attempts: 2 })).toEqual({ kind: "inconclusive", cause });
    expect(asked).toHaveLength(requests);
    expect(book.latest.status).toBe("live");
  });

  test("resyncs a book that has lost the last update before silence", async () => {
    answer = answering(present);
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "behind" });
    expect(book.latest).toMatchObject({ status: "gapped", reason: "behind" });
    expect(asked).toHaveLength(3);
  });

  test("takes another state of the same millisecond for what it may be: one that was or will be pushed", async () => {
    answer = answering({ ...state, bids: [level("99.5", "3")] });
    const verdict = book.verify();
    await clock.advanceAndSettle(150);
    network.last.zlib(updateText(102, { ut: 1_101, add: { bids: [["3", "99.5"]] } }));
    await clock.advanceAndSettle(150);
    expect(await verdict).toMatchObject({ kind: "equal", seq: 102 });
    network.last.zlib(updateText(103));
    answer = answering({ ...state, bids: [level("99.5", "4")] });
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "older" });
    expect(book.latest.status).toBe("live");
  });

  test("is inconclusive for a book that is not live", async () => {
    answer = answering(state);
    network.last.end();
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "not-live" });
  });

  test("is inconclusive where both are empty", async () => {
    network.last.zlib(snapshotText(102, { asks: null, bids: null }));
    answer = answering({ updatedAtMs: 1_102, asks: [], bids: [] });
    expect(await verdictOf()).toEqual({ kind: "inconclusive", cause: "nothing-to-compare" });
  });

  test("passes on what the source throws, and counts it", async () => {
    answer = () => Promise.reject(new RangeError("no"));
    await expect(book.verify()).rejects.toThrow(RangeError);
    expect(engine.statistics().verifications.failed).toBe(1);
    expect(book.latest.status).toBe("live");
  });

  test("ends with its signal, and after the stream", async () => {
    answer = answering({ ...state, updatedAtMs: 9_999 });
    const abort = new AbortController();
    const verdict = book.verify({ signal: abort.signal });
    verdict.catch(() => {});
    await clock.advanceAndSettle(50);
    abort.abort();
    await expect(verdict).rejects.toMatchObject({ code: "aborted" });
    book.close();
    await expect(book.verify()).rejects.toMatchObject({ code: "closed" });
  });

  test.each([{ size: 0 }, { size: 201 }, { attempts: 1 }])("refuses %j", async (options) => {
    await expect(book.verify(options)).rejects.toMatchObject({ code: "option-invalid" });
  });
});

test("a thread that dies leaves no question open", async () => {
  start({ shards: 1 });
  await follow();
  answer = answering(state);
  threads.last.state = "hung";
  const verdict = book.verify();
  await clock.advanceAndSettle(100);
  threads.last.crash("spec");
  expect(await verdict).toEqual({ kind: "inconclusive", cause: "thread-lost" });
});

test("under monotonic every live book is verified each minute", async () => {
  start({ sequencePolicy: "monotonic" });
  await follow();
  answer = answering(state);
  await clock.advanceAndSettle(59_000);
  expect(asked).toEqual([]);
  await clock.advanceAndSettle(2_000);
  expect(engine.statistics().verifications.equal).toBe(1);
  answer = answering({ ...state, bids: [] });
  await clock.advanceAndSettle(65_000);
  expect(engine.statistics().verifications).toEqual({ equal: 1, different: 1, inconclusive: 0, failed: 0 });
  expect(engine.statistics().books.live).toBe(0);
});

test("under contiguous nothing is asked without being told to", async () => {
  start({});
  await follow();
  await clock.advanceAndSettle(200_000);
  expect(asked).toEqual([]);
});

test("turns keep their pauses, and a failure ends nothing", async () => {
  start({ verification: { everyMs: 1_000, pauseMs: 400 } });
  await follow();
  answer = () => Promise.reject(new RangeError("no"));
  await clock.advanceAndSettle(10_000);
  const { failed } = engine.statistics().verifications;
  expect(failed).toBeGreaterThanOrEqual(7);
  expect(failed).toBeLessThanOrEqual(10);
});

test("turns end with the last book, and begin again with the next", async () => {
  start({ verification: { everyMs: 1_000 } });
  await follow();
  answer = answering(state);
  await clock.advanceAndSettle(5_000);
  const { equal } = engine.statistics().verifications;
  expect(equal).toBeGreaterThanOrEqual(3);
  book.close();
  await clock.advanceAndSettle(60_000);
  expect(clock.pending()).toBe(0);
  await follow();
  await clock.advanceAndSettle(5_000);
  expect(engine.statistics().verifications.equal).toBeGreaterThan(equal);
});
