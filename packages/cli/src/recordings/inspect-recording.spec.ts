import {
  encodeChannelDepth,
  encodeDepthSnapshot,
  encodeDepthUpdate,
  encodeFrame,
  encodeSubscribe,
  encodeUtf8,
} from "@depthwire/core/internal";
import { createNodeClock, openDirectoryStore } from "@depthwire/node";
import { type Recording, record } from "@depthwire/recording";
import type { SocketHandlers } from "@depthwire/stream";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { scratchDirectory } from "../recording-scene.spec-kit.js";
import { type InspectedRecording, inspectRecording } from "./inspect-recording.js";

const pair = "4BTC_USDT";
const channel = `${pair}_depth`;
let directory: string;

beforeEach(async () => {
  directory = await scratchDirectory((end) => onTestFinished(end));
});

async function recorder(run: string): Promise<Recording> {
  const store = await openDirectoryStore(directory);
  return record({ clock: createNodeClock(), store, books: () => [] }, { run });
}

/** A connection that is subscribed to the book. */
function connected(recording: Recording): SocketHandlers {
  let heard: SocketHandlers | undefined;
  const open = recording.tap((_address, handlers) => {
    heard = handlers;
    return { send: () => {}, ping: () => {}, close: () => {} };
  });
  const none = { opened: () => {}, message: () => {}, controlFrame: () => {}, closed: () => {} };
  const socket = open("ws://venue/cbu", none);
  (heard as SocketHandlers | undefined)?.opened();
  socket.send(encodeSubscribe(channel));
  return heard as unknown as SocketHandlers;
}

const level = (price: string, quantity: string) => ({ price, quantity });
const framed = (text: string): Uint8Array => encodeFrame(text, { marker: "character" }).data;
const snapshot = (seq: number): Uint8Array =>
  framed(
    encodeDepthSnapshot({
      pair,
      seq,
      updatedAtMs: 1_000 + seq,
      asks: [level("10.50", "2")],
      bids: [level("10.25", "0.125")],
    }),
  );
const update = (seq: number): Uint8Array =>
  framed(
    encodeDepthUpdate({
      pair,
      seq,
      updatedAtMs: 1_000 + seq,
      set: { asks: [level("10.75", "3")], bids: [] },
      delete: { asks: [], bids: [level("10.25", "0")] },
    }),
  );

async function inspected(options = {}): Promise<InspectedRecording> {
  return inspectRecording(directory, options);
}

describe("what is counted", () => {
  it("are messages and rows, and their sums are exact: of a removed level the price alone", async () => {
    const recording = await recorder("one");
    const { message } = connected(recording);
    message(snapshot(1));
    message(update(2));
    await recording.close();
    const { channels, frames, connections } = await inspected();
    expect({ frames, connections }).toEqual({ frames: 2, connections: { opened: 1, closed: 0 } });
    expect(channels).toMatchObject([
      { channel, kind: "depth", pair, frames: 2, snapshots: 1, updates: 1, levels: 4, gaps: 0 },
    ]);
    // 10.5 + 10.25 + 10.75 + 10.25; 2 + 0.125 + 3; 21 + 1.28125 + 32.25
    expect(channels[0]?.sums).toEqual({ price: "41.75", quantity: "5.125", notional: "54.53125" });
    expect(channels[0]).toMatchObject({ firstVenueMs: 1_001, lastVenueMs: 1_002 });
  });

  it("of both protocols, in one recording too", async () => {
    const recording = await recorder("one");
    const { message } = connected(recording);
    message(snapshot(1));
    const asks = [level("10.50", "2")];
    const other = `svc_sub_spot_${pair}_depth`;
    message(encodeUtf8(encodeChannelDepth(other, { kind: "snapshot", pair, seq: 1, updatedAtMs: 1, asks, bids: [] })));
    message(encodeUtf8('{"ping":1}'));
    message(Uint8Array.of(0x39, 1, 2));
    await recording.close();
    const { channels, frames, unreadable } = await inspected();
    expect({ frames, unreadable }).toEqual({ frames: 4, unreadable: 1 });
    expect(channels.map(({ channel: name, levels }) => `${name} ${levels}`)).toEqual([`${channel} 2`, `${other} 1`]);
  });
});

describe("gaps", () => {
  it("are steps of seq above 1, unless the venue counts like that; a snapshot begins anew", async () => {
    const recording = await recorder("one");
    const { message } = connected(recording);
    for (const frame of [snapshot(1), update(2), update(5), update(6), snapshot(40), update(41)]) {
      message(frame);
    }
    await recording.close();
    expect(await inspected()).toMatchObject({ channels: [{ gaps: 1 }], gaps: [{ channel, pair, reason: "sequence" }] });
    expect(await inspected({ sequencePolicy: "monotonic" })).toMatchObject({ channels: [{ gaps: 0 }], gaps: [] });
  });

  it("are connections that ended, once something comes again; the end of the recording is none", async () => {
    const recording = await recorder("one");
    const first = connected(recording);
    first.message(snapshot(1));
    first.closed(1006, "cut");
    const second = connected(recording);
    second.message(snapshot(9));
    second.closed(1000, "over");
    await recording.close();
    expect(await inspected()).toMatchObject({
      connections: { opened: 2, closed: 2 },
      channels: [{ gaps: 1 }],
      gaps: [{ reason: "connection-lost" }],
    });
  });

  it("are what a feed says: from the last message to the end of its doubt, whatever came meanwhile", async () => {
    const recording = await recorder("one");
    const feed = connected(recording);
    feed.doubted?.(channel, "relay-silent");
    feed.message(snapshot(1), channel);
    feed.doubted?.(channel, undefined);
    feed.message(update(2), channel);
    feed.doubted?.(channel, "relay-silent");
    feed.message(update(3), channel);
    feed.doubted?.(channel, "owner-changed");
    feed.renewed?.(channel);
    feed.message(snapshot(1), channel);
    feed.doubted?.(channel, undefined);
    feed.message(update(2), channel);
    await recording.close();
    const { gaps, channels, firstMs = 0, lastMs = 0 } = await inspected();
    expect({ gaps, counted: channels[0]?.gaps }).toMatchObject({ gaps: [{ reason: "relay-silent" }], counted: 1 });
    expect(recording.statistics().feedGaps).toBe(1);
    const [{ fromMs = 0, toMs = 0 } = {}] = gaps;
    expect(firstMs <= fromMs && fromMs <= toMs && toMs <= lastMs).toBe(true);
  });

  it("go to the end of the recording where the feed's doubt does", async () => {
    const recording = await recorder("one");
    const feed = connected(recording);
    feed.message(snapshot(1), channel);
    feed.doubted?.(channel, "relay-disconnected");
    feed.closed(1000, "over");
    await recording.close();
    const { gaps, lastMs } = await inspected();
    expect(gaps).toMatchObject([{ channel, reason: "relay-disconnected", toMs: lastMs }]);
  });

  it("are the times in which nobody recorded", async () => {
    for (const [run, seq] of [
      ["one", 1],
      ["two", 2],
    ] as const) {
      const recording = await recorder(run);
      connected(recording).message(snapshot(seq));
      await recording.close();
    }
    const { runs, gaps, channels } = await inspected();
    expect(runs.map(({ run, segments }) => `${run} ${segments}`)).toEqual(["one 1", "two 1"]);
    expect({ gaps, counted: channels[0]?.gaps }).toMatchObject({ gaps: [{ reason: "not-recorded" }], counted: 1 });
  });
});
