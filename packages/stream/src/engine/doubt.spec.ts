import type { DoubtReason } from "@depthwire/book/internal";
import { describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { AcceptedFrame } from "../shard/thread/frame-listener.js";
import { type FrameFeed, socketsOfFeeds } from "../shared-memory/frame-feed.js";
import { collect, EngineOnWire, type EngineOnWireParts, label } from "../spec-kit/engine-on-wire.spec-kit.js";
import { compressedFrame } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";

const channel = `${specPair}_depth`;
const lost = "relay-silent" satisfies DoubtReason;

/** An engine over a feed of the spec's own, with a live book. */
async function liveOverFeed(ports: EngineOnWireParts = {}) {
  const feeds: FrameFeed[] = [];
  const told: (Omit<AcceptedFrame, "bytes"> & { readonly bytes: number })[] = [];
  const statuses: string[] = [];
  const order: string[] = [];
  const shard = {
    createInflate: createSpecInflate,
    openSocket: socketsOfFeeds((_address, feed) => {
      feeds.push(feed);
      return { send: () => undefined, ping: () => undefined, close: () => undefined };
    }),
    listenToFrames: () => ({
      accepted: (frame: AcceptedFrame) => {
        told.push({ ...frame, bytes: frame.bytes.length });
        order.push(`${frame.kind} ${frame.seq}`);
      },
      status: (pair: string, status: string, reason: string | undefined) => {
        statuses.push(`${pair} ${status} ${reason}`);
        order.push(status);
      },
    }),
  };
  const scene = new EngineOnWire({}, { shard, ...ports });
  const stream = scene.engine.book(specPair);
  const push = async (text: string) => {
    feeds.at(-1)?.push(compressedFrame(text));
    await scene.settle();
  };
  await scene.settle();
  feeds.at(-1)?.opened();
  await push(snapshotText(100));
  expect(stream.latest.status).toBe("live");
  return { scene, stream, push, told, statuses, order, feed: feeds.at(-1) as FrameFeed };
}

describe("a feed that is in doubt", () => {
  test("takes live away from its book at once, which follows on, and gives it back", async () => {
    const { scene, stream, feed, push } = await liveOverFeed();
    feed.doubt(channel, lost);
    expect(label(stream.latest)).toMatchObject({ status: "stale", reason: lost, seq: 100 });
    await push(updateText(101));
    expect(label(stream.latest)).toMatchObject({ status: "stale", reason: lost, seq: 101 });
    expect(stream.read()).toMatchObject({ status: "stale", reason: lost });
    feed.doubt(channel, undefined);
    await scene.settle();
    expect(label(stream.latest)).toMatchObject({ status: "live", reason: undefined, epoch: 1, seq: 101 });
  });

  test("calls a book gapped where a message is missing, and hides no reason of the book's own", async () => {
    const { scene, stream, feed, push } = await liveOverFeed();
    feed.doubt(channel, "relay-gap");
    expect(label(stream.latest)).toMatchObject({ status: "gapped", reason: "relay-gap" });
    await push(updateText(105));
    expect(label(stream.latest)).toMatchObject({ status: "gapped", reason: "gap" });
    feed.doubt(channel, undefined);
    await scene.settle();
    expect(label(stream.latest)).toMatchObject({ status: "gapped", reason: "gap" });
  });

  test("is none any more on another connection", async () => {
    const { scene, stream, feed, push } = await liveOverFeed();
    feed.doubt(channel, lost);
    feed.closed(1006, "ended by the spec");
    await scene.settle();
    expect(label(stream.latest)).toMatchObject({ status: "stale", reason: "disconnected" });
    await scene.settle(60_000);
    await push(snapshotText(200));
    expect(stream.latest.reason).not.toBe(lost);
  });

  test("concerns no channel that nobody follows", async () => {
    const { stream, feed } = await liveOverFeed();
    feed.doubt("4ETH_USDT_depth", lost);
    expect(stream.latest.status).toBe("live");
  });
});

test("numbers of another connection to the venue are not compared with those before", async () => {
  const { stream, feed, push } = await liveOverFeed();
  await push(snapshotText(50));
  expect(label(stream.latest)).toMatchObject({ status: "live", seq: 100, epoch: 1 });
  feed.renewed(channel);
  expect(stream.latest.status).toBe("live");
  await push(snapshotText(50));
  expect(label(stream.latest)).toMatchObject({ status: "live", seq: 50, epoch: 2 });
  await push(updateText(51));
  expect(label(stream.latest)).toMatchObject({ status: "live", seq: 51 });
});

test("trust is asked for at the moment of reading: by latest, read() and loops", async () => {
  let doubt: DoubtReason | undefined;
  const asked: string[] = [];
  const doubtOf = (pair: string) => {
    asked.push(pair);
    return doubt;
  };
  const { scene, stream, push } = await liveOverFeed({ doubtOf });
  const { items } = collect(stream);
  await scene.settle();
  expect(items.at(-1)?.status).toBe("live");
  doubt = "relay-disconnected";
  expect(label(stream.latest)).toMatchObject({ status: "stale", reason: doubt, seq: 100 });
  expect(stream.read()).toMatchObject({ status: "stale", reason: doubt, seq: 100 });
  await push(updateText(101));
  expect(label(items.at(-1) as (typeof items)[0])).toMatchObject({ status: "stale", reason: doubt, seq: 101 });
  doubt = undefined;
  expect([stream.latest.status, stream.read().status]).toEqual(["live", "live"]);
  expect(new Set(asked)).toEqual(new Set([specPair]));
});

describe("a listener for accepted frames", () => {
  test("gets every frame that was applied, with what it led to, and none that was not", async () => {
    const { told, push } = await liveOverFeed();
    await push(updateText(101));
    await push(updateText(101));
    await push(updateText(104));
    expect(told.map(({ kind, seq, epoch, pair }) => ({ kind, seq, epoch, pair }))).toEqual([
      { kind: "snapshot", seq: 100, epoch: 1, pair: specPair },
      { kind: "update", seq: 101, epoch: 1, pair: specPair },
    ]);
    expect(told[1]).toMatchObject({ channel, bytes: compressedFrame(updateText(101)).length });
  });

  test("hears each change of what a book is called, behind the frame that made it so", async () => {
    const { statuses, order, push } = await liveOverFeed();
    expect(order.slice(-2)).toEqual(["snapshot 100", "live"]);
    await push(updateText(104));
    expect(statuses.slice(-2)).toEqual([`${specPair} live undefined`, `${specPair} gapped gap`]);
  });
});
