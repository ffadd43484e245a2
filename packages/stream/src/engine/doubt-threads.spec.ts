import type { DoubtReason } from "@depthwire/book/internal";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { snapshotText, specPair, updateText } from "../../../book/src/spec-kit/depth-text.spec-kit.js";
import { hostFeeds } from "../shared-memory/feed-host.js";
import type { FeedPort, FromFeedHost, FromFeedReader } from "../shared-memory/feed-messages.js";
import { readFeeds } from "../shared-memory/feed-reader.js";
import { type FrameFeed, socketsOfFeeds } from "../shared-memory/frame-feed.js";
import { label } from "../spec-kit/engine-on-wire.spec-kit.js";
import { compressedFrame } from "../spec-kit/fake-network.spec-kit.js";
import { FakeThreads } from "../spec-kit/fake-thread.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { createEngine } from "./create-engine.js";

const channel = `${specPair}_depth`;
const silent = "relay-silent" satisfies DoubtReason;

/** Two ends of a line whose messages are cloned and come in turns of their own. */
function line(): { near: FeedPort<FromFeedHost, FromFeedReader>; far: FeedPort<FromFeedReader, FromFeedHost> } {
  const handlers: { near?: (message: FromFeedReader) => void; far?: (message: FromFeedHost) => void } = {};
  const near: FeedPort<FromFeedHost, FromFeedReader> = {
    post: (message) => queueMicrotask(() => handlers.far?.(message)),
    onMessage: (handler) => {
      handlers.near = handler;
    },
  };
  const far: FeedPort<FromFeedReader, FromFeedHost> = {
    post: (message) => queueMicrotask(() => handlers.near?.(message)),
    onMessage: (handler) => {
      handlers.far = handler;
    },
  };
  return { near, far };
}

/** Where a program's feed is, and whether books are read out of shared memory (`beats`) or come by messages (`none`). */
interface ThreadCase {
  readonly feedIn: "main thread, ring" | "main thread, batches" | "shard's thread";
  readonly heart: "beats" | "none";
}

/** A live book in a thread, over a feed of the spec's own. */
async function liveInThread({ feedIn, heart }: ThreadCase, doubtOf?: () => DoubtReason | undefined) {
  const feeds: FrameFeed[] = [];
  const open = (_address: string, feed: FrameFeed) => {
    feeds.push(feed);
    return { send: () => undefined, ping: () => undefined, close: () => undefined };
  };
  const openSocket = () => {
    if (feedIn === "shard's thread") {
      return socketsOfFeeds(open);
    }
    const { near, far } = line();
    hostFeeds(near, open);
    const carrier = feedIn === "main thread, ring" ? "ring" : "batches";
    return readFeeds(far, { nextTurn: (callback) => queueMicrotask(callback), carrier });
  };
  const clock = fakeClock();
  const world = { clock, random: seededRandom(3), createInflate: createSpecInflate, openSocket: openSocket() };
  const { start: startThread } = new FakeThreads(world, heart);
  const engine = createEngine({ addresses: ["ws://one"], shards: 1 }, { ...world, shard: world, startThread, doubtOf });
  onTestFinished(() => engine.close());
  const stream = engine.book(specPair);
  const settle = (ms = 0) => clock.advanceAndSettle(ms);
  const push = async (text: string) => {
    feeds.at(-1)?.push(compressedFrame(text));
    await settle(25);
  };
  await settle();
  feeds.at(-1)?.opened();
  await settle();
  await push(snapshotText(100));
  // The first reading asks for memory where it can be shared.
  expect(stream.latest).toBeDefined();
  await settle(25);
  expect(label(stream.latest)).toMatchObject({ status: "live", seq: 100 });
  const states = () => [label(stream.latest), { ...stream.read() }];
  /** Where no memory is shared, a reading asks for what the next one gets. */
  const settledStates = async () => {
    states();
    await settle(25);
    return states();
  };
  return { settle, push, feed: () => feeds.at(-1) as FrameFeed, states, settledStates };
}

const cases: readonly ThreadCase[] = (["beats", "none"] as const).flatMap((heart) =>
  (["main thread, ring", "main thread, batches", "shard's thread"] as const).map((feedIn) => ({ feedIn, heart })),
);

describe.each(cases)("a book in a thread (heartbeat word: $heart), its feed in the $feedIn", (threadCase) => {
  test("is not live while its feed is in doubt, which stands behind what was pushed before", async () => {
    const { settle, feed, push, settledStates } = await liveInThread(threadCase);
    feed().push(compressedFrame(updateText(101)));
    feed().doubt(channel, silent);
    await settle(25);
    const doubtful = { status: "stale", reason: silent, seq: 101 };
    expect(await settledStates()).toMatchObject([doubtful, doubtful]);
    await push(updateText(102));
    expect(await settledStates()).toMatchObject([
      { ...doubtful, seq: 102 },
      { ...doubtful, seq: 102 },
    ]);
    feed().doubt(channel, undefined);
    await settle(25);
    const live = { status: "live", reason: undefined, seq: 102 };
    expect(await settledStates()).toMatchObject([live, live]);
  });

  test("is not live where the reader's own thread says so, at the moment of reading", async () => {
    let doubt: DoubtReason | undefined;
    const { states, settle } = await liveInThread(threadCase, () => doubt);
    doubt = "relay-disconnected";
    const doubtful = { status: "stale", reason: doubt, seq: 100 };
    expect(states()).toMatchObject([doubtful, doubtful]);
    doubt = undefined;
    await settle(25);
    const live = { status: "live", seq: 100 };
    expect(states()).toMatchObject([live, live]);
  });
});
