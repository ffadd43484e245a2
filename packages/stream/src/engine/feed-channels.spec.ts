import type { BookStatus } from "@depthwire/book";
import { describe, expect, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import type { AcceptedFrame } from "../shard/thread/frame-listener.js";
import { type FrameFeed, socketsOfFeeds } from "../shared-memory/frame-feed.js";
import { collect, EngineOnWire, label } from "../spec-kit/engine-on-wire.spec-kit.js";
import { channelWire } from "../spec-kit/wire.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";

const deals = `${specPair}_deals`;
const depth = `${specPair}_depth`;
const bytes = (text: string) => new TextEncoder().encode(text);
const frame = (text: string) => bytes(`0${text}`);
const rowOf = (atMs: number) => ["101.5", "1", "1", String(atMs), ""];
const dealsFrame = (full: 0 | 1, ...times: readonly number[]) =>
  frame(`{"topic":"${deals}","t":${full},"d":${JSON.stringify({ pair: specPair, d: times.map(rowOf) })}}`);
const dealFrame = (atMs: number) => frame(`{"topic":"${deals}","t":1,"d":${JSON.stringify(rowOf(atMs))}}`);

/** An engine over a feed of the spec's own that follows trades and a book. */
async function overFeed(protocol: "prefix" | "channel" = "prefix") {
  const feeds: FrameFeed[] = [];
  const accepted: AcceptedFrame[] = [];
  const statuses: string[] = [];
  const scene = new EngineOnWire(
    { protocol },
    {
      shard: {
        createInflate: createSpecInflate,
        openSocket: socketsOfFeeds((_address, feed) => {
          feeds.push(feed);
          return { send: () => undefined, ping: () => undefined, close: () => undefined };
        }),
        listenToFrames: () => ({
          accepted: (told: AcceptedFrame) => accepted.push({ ...told, bytes: told.bytes.slice() }),
          status: (pair: string, status: BookStatus) => statuses.push(`${pair} ${status}`),
          channelStatus: (channel: string, status: string) => statuses.push(`${channel} ${status}`),
        }),
      },
    },
  );
  const book = scene.engine.book(specPair);
  const { items } = collect(scene.engine.deals(specPair));
  await scene.settle();
  const feed = feeds.at(-1) as FrameFeed;
  feed.opened();
  /** What the stream of trades said since the last call. */
  const heard = async () => {
    await scene.settle();
    return items
      .splice(0)
      .map((item) =>
        item.kind === "deal"
          ? `${item.origin} ${item.deal.tradedAtMs}`
          : item.kind === "gap"
            ? `gap ${item.reason} ${item.dropped} ${item.missing}`
            : item.status,
      );
  };
  return { scene, feed, book, heard, accepted, statuses };
}

describe("a channel that is not a book, over a feed", () => {
  test("is called disconnected while the feed is in doubt, and live again with what comes afterwards", async () => {
    const { feed, heard } = await overFeed();
    feed.push(dealsFrame(0, 1_000), deals);
    expect(await heard()).toEqual(["connecting", "subscribed", "live", "list 1000"]);
    feed.doubt(deals, "relay-silent");
    feed.push(dealFrame(1_001), deals);
    expect(await heard()).toEqual(["disconnected", "live 1001"]);
    feed.doubt(deals, undefined);
    feed.push(dealFrame(1_002), deals);
    expect(await heard()).toEqual(["subscribed", "live", "live 1002"]);
  });

  test("tells what its feed missed as a counted gap; a list that reaches back fills it", async () => {
    const { feed, heard } = await overFeed();
    feed.push(dealsFrame(0, 1_000), deals);
    await heard();
    const missing = { reason: "relay-gap", dropped: 2, fromMs: 5, toMs: 9 } as const;
    feed.missed(deals, missing);
    feed.push(dealFrame(1_003), deals);
    expect(await heard()).toEqual(["gap relay-gap 2 something", "live 1003"]);
    feed.missed(deals, missing);
    feed.push(dealsFrame(0, 1_004, 1_003, 1_002), deals);
    expect(await heard()).toEqual(["gap relay-gap 2 nothing", "list 1004"]);
  });

  test("tells its listener of every event with its content, and with another epoch where something may be missing", async () => {
    const { scene, feed, accepted, statuses } = await overFeed();
    feed.push(dealFrame(1_000));
    feed.push(dealFrame(1_001));
    feed.push(frame(`{"topic":"${deals}","t":1,"d":["nothing"]}`));
    feed.push(dealFrame(1_003));
    await scene.settle();
    expect(accepted.map(({ channel, kind, epoch, event }) => [channel, kind, epoch, event?.kind])).toEqual([
      [deals, "event", 1, "deals"],
      [deals, "event", 1, "deals"],
      [deals, "event", 2, "deals"],
    ]);
    feed.closed(1006, "ended by the spec");
    await scene.settle();
    expect(statuses.filter((line) => line.startsWith(deals))).toEqual(
      ["connecting", "subscribed", "live", "disconnected"].map((status) => `${deals} ${status}`),
    );
  });
});

test("a listener hears that a book and a channel are followed no longer, by whom ever", async () => {
  const { scene, feed, book, statuses } = await overFeed();
  feed.push(frame(snapshotText(100)), depth);
  feed.push(dealsFrame(0, 1_000), deals);
  await scene.settle();
  expect(statuses.slice(-2)).toEqual([`${specPair} live`, `${deals} live`]);
  book.close();
  await scene.settle();
  expect(statuses.at(-1)).toBe(`${specPair} stale`);
  const closing = scene.engine.close();
  await scene.settle(10_000);
  await closing;
  expect(statuses.at(-1)).toBe(`${deals} disconnected`);
});

describe("a frame that is pushed for one channel", () => {
  test.each([
    ["the book of another pair", frame(snapshotText(300).replaceAll(specPair, "4ETH_USDT"))],
    ["trades", dealFrame(1_000)],
    ["a ping", frame('{"ping":1}')],
    ["an error", frame('{"error":{"code":"3009","msg":"illegal"}}')],
    ["nothing that can be read", frame("{")],
  ])("and is %s is refused, and the channel asks for a snapshot", async (_what, strange) => {
    const { scene, feed, book, heard } = await overFeed();
    scene.engine.book("4ETH_USDT");
    feed.push(frame(snapshotText(100)), depth);
    feed.push(frame(updateText(101)), depth);
    await scene.settle();
    expect(label(book.latest)).toMatchObject({ status: "live", seq: 101 });
    await heard();
    feed.push(strange, depth);
    expect(await heard()).toEqual([]);
    expect(label(book.latest)).toMatchObject({ status: "gapped", reason: "rejected-message" });
    expect(Object.values(scene.engine.statistics().rejected).reduce((sum, count) => sum + count, 0)).toBe(1);
    feed.push(frame(snapshotText(102)), depth);
    await scene.settle();
    expect(label(book.latest)).toMatchObject({ status: "live", seq: 102 });
  });
});

test("a message of several channels is told to the listener as one for each", async () => {
  const { scene, feed, accepted } = await overFeed("channel");
  const wire = channelWire("plain");
  const text = (seq: number) => new TextDecoder().decode(wire.depth({ ut: 1_000 + seq, seq, asks: [], bids: [] }));
  const [one, other] = [100, 101].map((seq) => (JSON.parse(text(seq)) as readonly unknown[])[0]);
  feed.push(bytes(JSON.stringify([one, other])));
  await scene.settle();
  expect(accepted.map(({ bytes: told }) => JSON.parse(new TextDecoder().decode(told)))).toMatchObject([
    [{ data: { seq: 100 } }],
    [{ data: { seq: 101 } }],
  ]);
});
