import { openRecording, type RecordingStatistics } from "@depthwire/recording";
import { describe, expect, it } from "vitest";
import { openVenue } from "./open-venue.js";
import { answerSubscriptions, StubRuntime } from "./stub-ports.spec-kit.js";
import type { Venue } from "./venue.js";
import { InlineRecording } from "./venue-recording.js";

const statistics = (bytes: number): RecordingStatistics => ({
  segments: 1,
  frames: bytes / 10,
  bytes,
  withheld: 0,
  feedGaps: 0,
});

describe("a recording of books in the caller's thread", () => {
  it.each([
    { record: {}, run: "2020-10-14T12:52:23.911Z tab-7" },
    { record: { run: "mine" }, run: "mine" },
  ])("has the run $run", async ({ record, run }) => {
    const { ports, network, store } = new StubRuntime();
    network.onOpen = answerSubscriptions;
    const venue = openVenue({ addresses: ["ws://venue"], record }, ports);
    await live(venue);
    await venue.close();
    expect(await openRecording(store)).toMatchObject([{ run, frames: 1 }]);
    expect(venue.recording?.statistics()).toMatchObject({ segments: 1, frames: 1 });
  });

  it("that cannot be begun is logged and told, and the books go on", async () => {
    const runtime = new StubRuntime();
    runtime.storeFailure = new Error("the disk is full");
    runtime.network.onOpen = answerSubscriptions;
    const logged: unknown[] = [];
    const logger = { log: (...entry: readonly unknown[]) => void logged.push(entry) };
    await using venue = openVenue({ addresses: ["ws://venue"], record: {}, logger }, runtime.ports);
    await live(venue);
    expect(venue.recording?.failures()).toEqual(new Map([["main", "the disk is full"]]));
    expect(logged).toContainEqual(["error", "recording-failed", { part: "main", cause: "the disk is full" }]);
  });

  it("never opens a socket that is closed before the store stands, and says that it is closed", async () => {
    const { ports, clock, network } = new StubRuntime();
    const recording = new InlineRecording({}, { clock, files: ports.recordings, books: () => [] }, undefined);
    const closed: number[] = [];
    const handlers = { opened() {}, message() {}, controlFrame() {}, closed: (code: number) => void closed.push(code) };
    recording.tap(ports.openSocket)("ws://venue", handlers).close(1000);
    await recording.close();
    expect(closed).toEqual([1000]);
    expect(network.sockets).toEqual([]);
  });
});

describe("recordings of shards in threads, joined", () => {
  it("count together, also what a thread wrote that was replaced", async () => {
    const runtime = new StubRuntime();
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 2, record: {} }, runtime.ports);
    const report = runtime.wanted?.onRecording;
    report?.(0, { phase: "recording", statistics: statistics(100), failure: undefined });
    report?.(1, { phase: "recording", statistics: statistics(50), failure: undefined });
    expect(venue.recording?.statistics()).toMatchObject({ segments: 2, bytes: 150, frames: 15 });
    // Shard 0 counts from the beginning again: another thread.
    report?.(0, { phase: "recording", statistics: statistics(20), failure: undefined });
    expect(venue.recording?.statistics()).toMatchObject({ segments: 3, bytes: 170, frames: 17 });
  });

  it("name the shard that failed, and log it once", async () => {
    const runtime = new StubRuntime();
    const logged: unknown[] = [];
    const logger = { log: (...entry: readonly unknown[]) => void logged.push(entry) };
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 2, record: {}, logger }, runtime.ports);
    for (let time = 0; time < 2; time++) {
      runtime.wanted?.onRecording?.(1, { phase: "ended", statistics: statistics(0), failure: "no space left" });
    }
    expect(venue.recording?.failures()).toEqual(new Map([["shard-1", "no space left"]]));
    expect(logged).toEqual([["error", "recording-failed", { part: "shard-1", cause: "no space left" }]]);
  });

  it("are not asked for where nothing is recorded", async () => {
    const runtime = new StubRuntime();
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 1 }, runtime.ports);
    expect(runtime.wanted).toMatchObject({ shards: 1, onRecording: undefined });
    expect(venue.recording).toBeUndefined();
  });
});

async function live(venue: Venue): Promise<void> {
  const book = venue.book("4BTC_USDT");
  await expect.poll(() => book.latest.status).toBe("live");
}
