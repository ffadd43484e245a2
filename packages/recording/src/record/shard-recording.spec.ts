import type { OpenSocket, SocketHandlers } from "@depthwire/stream";
import { fakeClock } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { openRecording } from "../segment/open-recording.js";
import type { RecordingStore } from "../segment/recording-store.js";
import { noBooks } from "./recording-scene.spec-kit.js";
import { noRecordingStatistics, type ShardRecordOptions, startRecording } from "./shard-recording.js";

const clock = fakeClock();
const processMark = "4711";
const handlers: SocketHandlers = { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} };

/** A connection on which one message comes as it opens. */
const oneMessage: OpenSocket = (_, { message }) => {
  message(Uint8Array.of(0x30));
  return { send: () => {}, ping: () => {}, close: () => {} };
};

function begin(open: () => Promise<RecordingStore>, options: ShardRecordOptions = {}) {
  return startRecording(options, { clock, files: { processMark, open }, books: noBooks });
}

test("a shard's recording tells what is in its files, until it has ended, and its run is named by time and process", async () => {
  const store = new MemoryStore();
  const recording = await begin(() => Promise.resolve(store), { run: undefined, maxSegmentMs: undefined });
  expect(recording.report()).toEqual({ phase: "recording", statistics: noRecordingStatistics, failure: undefined });
  recording.tap(oneMessage)("ws://venue", handlers);
  await recording.close();
  const [segment] = await openRecording(store);
  expect(segment?.run).toBe(`${new Date(clock.epochMs()).toISOString()} ${processMark}`);
  expect(recording.report()).toMatchObject({
    phase: "ended",
    statistics: { segments: 1, frames: 1 },
    failure: undefined,
  });
});

test("its run may have a name, and its options are a recording's", async () => {
  const store = new MemoryStore();
  const recording = await begin(() => Promise.resolve(store), { run: "desk", maxSegmentBytes: 1 });
  recording.tap(oneMessage)("ws://venue", handlers);
  recording.tap(oneMessage)("ws://venue", handlers);
  await recording.close();
  expect(new Set((await openRecording(store)).map(({ run }) => run))).toEqual(new Set(["desk"]));
  expect(store.segments.length).toBeGreaterThan(1);
});

test.each([
  ["whose store does not open", () => Promise.reject(new Error("no such disk")), {}, "no such disk"],
  ["whose store fails with a bare text", () => Promise.reject("gone"), {}, "gone"],
  [
    "whose options are wrong",
    () => Promise.resolve(new MemoryStore()),
    { maxSegmentMs: 0 },
    expect.stringContaining("maxSegmentMs"),
  ],
] as const)("one %s has ended before it began, and stops nobody's connections", async (_, open, options, failure) => {
  const recording = await begin(open, options);
  expect(recording.report()).toEqual({ phase: "ended", statistics: noRecordingStatistics, failure });
  expect(recording.tap(oneMessage)).toBe(oneMessage);
  await expect(recording.close()).resolves.toBeUndefined();
});

test("one whose disk is full says so, and its end rejects nothing", async () => {
  const store = new MemoryStore();
  const recording = await begin(() => Promise.resolve(store), { flushAfterMs: 1 });
  recording.tap(oneMessage)("ws://venue", handlers);
  store.failure = new Error("disk full");
  clock.advance(10);
  expect(recording.report()).toMatchObject({ phase: "recording", failure: "disk full" });
  await expect(recording.close()).resolves.toBeUndefined();
  expect(recording.report()).toMatchObject({ phase: "ended", failure: "disk full" });
});
