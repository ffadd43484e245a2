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
  withheld: 2,
  feedGaps: 3,
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

  it("that cannot be begun is told where nothing is logged, too", async () => {
    const runtime = new StubRuntime();
    runtime.storeFailure = new Error("the disk is full");
    runtime.network.onOpen = answerSubscriptions;
    await using venue = openVenue({ addresses: ["ws://venue"], record: {} }, runtime.ports);
    await live(venue);
    expect(venue.recording?.failures()).toEqual(new Map([["main", "the disk is full"]]));
  });

  it("that goes well has no failures, and nothing is logged of it", async () => {
    const runtime = new StubRuntime();
    runtime.network.onOpen = answerSubscriptions;
    const logged: unknown[] = [];
    const logger = { log: (_: unknown, event: string) => void logged.push(event) };
    await using venue = openVenue({ addresses: ["ws://venue"], record: {}, logger }, runtime.ports);
    await live(venue);
    expect(venue.recording?.failures()).toEqual(new Map());
    expect(logged).not.toContain("recording-failed");
  });

  it("has what comes on every connection, also on those that were opened after it had begun", async () => {
    const runtime = new StubRuntime();
    runtime.network.onOpen = answerSubscriptions;
    await using venue = openVenue({ addresses: ["ws://venue"], record: {} }, runtime.ports);
    await live(venue);
    runtime.network.last.end();
    await runtime.clock.advanceAndSettle(5_000);
    await live(venue);
    expect(runtime.network.sockets).toHaveLength(2);
    expect(venue.recording?.statistics()).toMatchObject({ frames: 2 });
  });
});

describe("a socket that waits for the store of its recording", () => {
  /** Sockets of a recording that is being begun, and what they say. */
  function tapped() {
    const { ports, clock, network } = new StubRuntime();
    const recording = new InlineRecording({}, { clock, files: ports.recordings, books: () => [] }, undefined);
    const closed: [code: number, cause: string][] = [];
    const handlers = {
      opened() {},
      message() {},
      controlFrame() {},
      closed: (...why: [code: number, cause: string]) => void closed.push(why),
    };
    const open = recording.tap(ports.openSocket);
    return { recording, network, closed, open: () => open("ws://venue", handlers) };
  }

  it("is never opened where it is closed before, and says that it is closed, once", async () => {
    const { recording, network, closed, open } = tapped();
    const socket = open();
    socket.close(1000);
    expect(closed).toEqual([]);
    await recording.close();
    socket.close(1000);
    await recording.close();
    expect(closed).toEqual([[1000, "closed by this side"]]);
    expect(network.sockets).toEqual([]);
  });

  it("takes nothing before, and hands everything on after", async () => {
    const { recording, network, open } = tapped();
    const [first, second] = [open(), open()];
    first.send("early");
    first.ping();
    expect(network.sockets).toEqual([]);
    await recording.close();
    const [far] = network.sockets;
    expect(network.sockets).toHaveLength(2);
    first.send("late");
    first.ping();
    first.close(1001);
    expect(far).toMatchObject({ sent: ["late"], pings: 1, closedWith: 1001 });
    second.close(1000);
    open().send("at once");
    expect(network.sockets.map(({ sent }) => sent)).toEqual([["late"], [], ["at once"]]);
  });
});

describe("recordings of shards in threads, joined", () => {
  it("count together, also what a thread wrote that was replaced", async () => {
    const runtime = new StubRuntime();
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 2, record: {} }, runtime.ports);
    const report = runtime.wanted?.onRecording;
    report?.(0, { phase: "recording", statistics: statistics(100), failure: undefined });
    report?.(1, { phase: "recording", statistics: statistics(50), failure: undefined });
    expect(venue.recording?.statistics()).toEqual({ segments: 2, bytes: 150, frames: 15, withheld: 4, feedGaps: 6 });
    // Nothing has come since.
    report?.(1, { phase: "recording", statistics: statistics(50), failure: undefined });
    expect(venue.recording?.statistics()).toMatchObject({ segments: 2, bytes: 150 });
    // Shard 0 counts from the beginning again: another thread.
    report?.(0, { phase: "recording", statistics: statistics(20), failure: undefined });
    expect(venue.recording?.statistics()).toMatchObject({ segments: 3, bytes: 170, frames: 17 });
  });

  it("name the shard that failed, and log it once", async () => {
    const runtime = new StubRuntime();
    const logged: unknown[] = [];
    const logger = { log: (...entry: readonly unknown[]) => void logged.push(entry) };
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 2, record: {}, logger }, runtime.ports);
    const failed = ["error", "recording-failed", { part: "shard-1", cause: "no space left" }];
    runtime.wanted?.onRecording?.(0, { phase: "recording", statistics: statistics(0), failure: undefined });
    runtime.wanted?.onRecording?.(1, { phase: "ended", statistics: statistics(0), failure: "no space left" });
    expect(logged).toEqual([failed]);
    runtime.wanted?.onRecording?.(1, { phase: "ended", statistics: statistics(0), failure: "no space left" });
    expect(venue.recording?.failures()).toEqual(new Map([["shard-1", "no space left"]]));
    expect(logged).toEqual([failed]);
    // Another thread records again.
    runtime.wanted?.onRecording?.(1, { phase: "recording", statistics: statistics(0), failure: undefined });
    expect(venue.recording?.failures()).toEqual(new Map());
    expect(logged).toEqual([failed]);
  });

  it("fail without a word where nothing is logged", async () => {
    const runtime = new StubRuntime();
    await using venue = openVenue({ addresses: ["ws://venue"], shards: 1, record: {} }, runtime.ports);
    runtime.wanted?.onRecording?.(0, { phase: "ended", statistics: statistics(0), failure: "no space left" });
    expect(venue.recording?.failures()).toEqual(new Map([["shard-0", "no space left"]]));
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
