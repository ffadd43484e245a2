import { performance } from "node:perf_hooks";
import { type ConnectOptions, connect, type Venue } from "@depthwire/node";
import type { BookStream, FrameFeed } from "@depthwire/stream";
import { checkBooks } from "../contestants/check-books.js";
import type { DepthCorpus } from "../corpus/depth-corpus.js";
import type { TextLevel } from "../corpus/market.js";

/** An engine that is fed by a program: where its connections are, and its books. */
export interface FedEngine {
  readonly venue: Venue;
  readonly books: ReadonlyMap<string, BookStream>;
  /** By pair: where its frames are pushed. */
  readonly feeds: ReadonlyMap<string, FrameFeed>;
}

const patienceMs = 20_000;

/** Starts an engine whose connections are the caller's, and waits until every book of the corpus is live. */
export async function feedEngine(
  corpus: DepthCorpus,
  shards: number,
  more: Partial<ConnectOptions> = {},
): Promise<FedEngine> {
  const feeds = new Map<string, FrameFeed>();
  const snapshots = new Map(corpus.pairs.map(({ pair }, index) => [pair, corpus.snapshots[index] as Uint8Array]));
  const venue = connect({
    addresses: ["ws://program.invalid"],
    shards,
    ...more,
    // Nothing is quiet for real here: the feed answers no ping.
    heartbeat: { pingAfterQuietMs: 3_600_000 },
    openFeed: (_, feed) => {
      queueMicrotask(() => feed.opened());
      return {
        send(text) {
          const pair = /"sub":"(.+)_depth"/.exec(text)?.[1];
          const snapshot = pair === undefined ? undefined : snapshots.get(pair);
          if (pair === undefined || snapshot === undefined) {
            return;
          }
          feeds.set(pair, feed);
          feed.push(snapshot);
          feed.flush();
        },
        ping: () => undefined,
        close: () => undefined,
      };
    },
  });
  const books = new Map(corpus.pairs.map(({ pair }) => [pair, venue.book(pair)]));
  await until(() => [...books.values()].every((book) => book.latest.status === "live"));
  return { venue, books, feeds };
}

/** A part of a corpus: messages from `from` on, before `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Pushes a stretch and waits until its last messages are in their books. Returns milliseconds. */
export async function pushStretch({ feeds, books }: FedEngine, corpus: DepthCorpus, stretch: Stretch): Promise<number> {
  const { updates, updatePairs } = corpus;
  const startMs = performance.now();
  for (let index = stretch.from; index < stretch.to; index++) {
    const feed = feeds.get(updatePairs[index] as string) as FrameFeed;
    while (!feed.push(updates[index] as Uint8Array)) {
      await sleep();
    }
  }
  for (const feed of new Set(feeds.values())) {
    feed.flush();
  }
  await untilApplied(books, corpus, stretch);
  return performance.now() - startMs;
}

/** The same at a pace: what is late is pushed at once. */
export async function pushPaced(
  { feeds, books }: FedEngine,
  corpus: DepthCorpus,
  stretch: Stretch,
  framesPerSecond: number,
): Promise<void> {
  const { updates, updatePairs } = corpus;
  const startMs = performance.now();
  for (let index = stretch.from; index < stretch.to; ) {
    const behind = Math.floor(((performance.now() - startMs) * framesPerSecond) / 1_000);
    const due = Math.min(stretch.to, stretch.from + 1 + behind);
    for (; index < due; index++) {
      (feeds.get(updatePairs[index] as string) as FrameFeed).push(updates[index] as Uint8Array);
    }
    await sleep();
  }
  await untilApplied(books, corpus, stretch);
}

/** Resolves when every book holds the last message that the stretch has of it. */
export async function untilApplied(
  books: ReadonlyMap<string, BookStream>,
  { updatePairs, updateSeqs }: DepthCorpus,
  { from, to }: Stretch,
  everyMs: number = sleepMs,
): Promise<void> {
  const lastSeqs = new Map<string, number>();
  for (let index = from; index < to; index++) {
    lastSeqs.set(updatePairs[index] as string, updateSeqs[index] as number);
  }
  await until(() => [...lastSeqs].every(([pair, seq]) => books.get(pair)?.read(1).seq === seq), everyMs);
}

/** Holds the engine's views against the books that the corpus leads to. @throws Error when one differs */
export function checkEngine(name: string, books: ReadonlyMap<string, BookStream>, corpus: DepthCorpus): void {
  const texts = (pair: string, side: "asks" | "bids"): TextLevel[] =>
    (books.get(pair)?.latest[side].levels() ?? []).map(({ price, quantity }): TextLevel => [price, quantity]);
  checkBooks({ name, book: (pair) => ({ asks: texts(pair, "asks"), bids: texts(pair, "bids") }) }, corpus);
}

/** Resolves when `holds`, looking after each sleep. @throws Error after long */
export async function until(holds: () => boolean, everyMs: number = sleepMs): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  while (!holds()) {
    if (performance.now() > deadlineMs) {
      throw new Error("a benchmark waited too long for its books");
    }
    await sleep(everyMs);
  }
}

/** A host that looks each turn would be one more busy thread beside those that are measured. */
const sleepMs = 1;

function sleep(ms: number = sleepMs): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
