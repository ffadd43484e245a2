import type { DepthSource } from "@depthwire/book";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { snapshotText, specPair } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { FakeNetwork } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import type { BookStream } from "./book-stream.js";
import { createEngine } from "./create-engine.js";
import type { Engine } from "./engine.js";

let clock: FakeClock;
let network: FakeNetwork;
let threads: FakeThreads;
let engine: Engine;
let book: BookStream;
let answer: DepthSource;

const settle = () => clock.advanceAndSettle(0);

/** Passes time in which no thread gets a message. */
function pass(ms: number): void {
  for (let passedMs = 0; passedMs < ms; passedMs += 5) {
    clock.advance(5);
  }
}

beforeEach(async () => {
  clock = fakeClock();
  network = new FakeNetwork();
  const random = seededRandom(7);
  const shard = { openSocket: network.openSocket, createInflate: createSpecInflate };
  threads = new FakeThreads({ clock, random, ...shard }, "beats");
  answer = () => Promise.reject(new RangeError("not asked"));
  engine = createEngine(
    { addresses: ["ws://one"], shards: 1 },
    { clock, random, shard, startThread: threads.start, depthSource: (pair, options) => answer(pair, options) },
  );
  book = engine.book(specPair);
  await settle();
  network.last.open();
  network.last.zlib(snapshotText(100));
  await settle();
  expect(book.latest.status).toBe("live");
  await settle();
});

afterEach(async () => {
  const closing = engine.close();
  await clock.advanceAndSettle(3_000);
  await closing;
});

/** The successor of the thread that dies, before any message has reached it. */
function replaceThread() {
  threads.last.crash("planted");
  while (threads.all.length < 2) {
    clock.advance(5);
  }
  return threads.last;
}

test("a successor that falls silent and is heard again makes nothing live that the dead thread left", () => {
  const successor = replaceThread();
  successor.state = "hung";
  pass(150);
  expect(book.latest).toMatchObject({ status: "stale", seq: 100 });
  // It beats again, and has not come to its messages yet.
  successor.state = "running";
  pass(50);
  expect(book.latest).toMatchObject({ status: "stale", reason: "thread-lost", seq: 100 });
  expect(book.read()).toMatchObject({ status: "stale", reason: "thread-lost", seq: 100 });
  expect(engine.views()).toMatchObject([{ status: "stale", reason: "thread-lost", seq: 100 }]);
});

test("the views of all books do not call live what a silent thread wrote", () => {
  expect(engine.views()).toMatchObject([{ status: "live", seq: 100 }]);
  threads.last.state = "hung";
  pass(150);
  expect(engine.views()).toMatchObject([{ status: "stale", reason: "thread-silent", seq: 100 }]);
});

test("what was on its way when a thread fell silent makes nothing live", async () => {
  await clock.advanceAndSettle(200);
  const { posted } = threads.last;
  const beat = posted.findLast(({ kind }) => kind === "beat");
  const status = posted.findLast(({ kind }) => kind === "status");
  const view = posted.findLast(({ kind }) => kind === "view");
  threads.last.state = "hung";
  pass(150);
  for (const message of [beat, status, view]) {
    if (message === undefined) {
      throw new Error("the thread never sent one");
    }
    threads.last.deliver(message.kind === "status" ? { ...message, status: "live", reason: undefined } : message);
    expect(book.latest).toMatchObject({ status: "stale", reason: "thread-silent", seq: 100 });
  }
  threads.last.state = "running";
  pass(50);
  expect(book.latest).toMatchObject({ status: "live", epoch: 1, seq: 100 });
});

test("a question that comes to a thread while it ends is answered", async () => {
  let give: () => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      give = () => resolve({ updatedAtMs: 1_100, asks: [], bids: [] });
    });
  const verdict = book.verify();
  threads.last.state = "hung";
  const closing = engine.close();
  give();
  await clock.advanceAndSettle(3_000);
  await closing;
  expect(await verdict).toEqual({ kind: "inconclusive", cause: "closed" });
});

/** Lets the newest thread hang, and counts the milliseconds until another one is there or it was given up. */
function endedAfterMs(): number {
  const lost = engine.statistics().threadsLost;
  threads.last.state = "hung";
  let passedMs = 0;
  for (; engine.statistics().threadsLost === lost; passedMs += 5) {
    clock.advance(5);
  }
  return passedMs;
}

/** Waits for the successor of a thread that is gone. */
function awaitSuccessor(): void {
  for (const before = threads.all.length; threads.all.length === before; ) {
    clock.advance(5);
  }
}

test("each thread that was ended for silence doubles what its successor is given, up to a bound", () => {
  const seconds = Array.from({ length: 5 }, () => {
    const endedMs = endedAfterMs();
    awaitSuccessor();
    return Math.floor(endedMs / 1_000);
  });
  expect(seconds).toEqual([1, 2, 4, 8, 8]);
  threads.last.crash("planted");
  awaitSuccessor();
  expect(Math.floor(endedAfterMs() / 1_000)).toBe(1);
});

test("a thread that sends messages is not ended, and is not called live by them", async () => {
  await clock.advanceAndSettle(200);
  const view = threads.last.posted.findLast(({ kind }) => kind === "view");
  if (view === undefined) {
    throw new Error("the thread never sent one");
  }
  threads.last.state = "hung";
  for (let round = 0; round < 10; round++) {
    pass(500);
    threads.last.deliver(view);
    expect(book.latest).toMatchObject({ status: "stale", reason: "thread-silent" });
  }
  expect(engine.statistics().threadsLost).toBe(0);
});
