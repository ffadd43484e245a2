import { deflateSync } from "node:zlib";
import { type BookView, createInflate } from "@depthwire/book";
import { openDirectoryStore } from "@depthwire/node";
import { record } from "@depthwire/recording";
import { createEngine, type OpenSocket } from "@depthwire/stream";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";

/** A row of a depth message: quantity first. */
export type SyntheticRow = readonly [quantity: string, price: string];

/** What a synthetic market sends. */
export interface SyntheticMessage {
  readonly pair: string;
  readonly asks: readonly SyntheticRow[];
  readonly bids: readonly SyntheticRow[];
}

/** A recording that is made of generated frames, by the recorder and with an engine behind it, so that segments have their checkpoints. */
export interface SyntheticRecording {
  readonly directory: string;
  readonly pairs: readonly string[];
  readonly messages: Iterable<SyntheticMessage>;
  readonly maxSegmentBytes?: number;
  /** 0: frames are as large in every version of zlib; 1 by default. */
  readonly compression?: 0 | 1;
}

const markerCompressed = 0x31;
/** Steps of the clock between messages. */
const stepMs = 2;
/** A Monday in November. */
const startedAtMs = 1_795_000_000_000;

/** Records what a market sends; each pair's book begins with one level a side. */
export async function recordSynthetic({
  directory,
  pairs,
  messages,
  maxSegmentBytes = 64 * 1024 * 1024,
  compression = 1,
}: SyntheticRecording): Promise<void> {
  const clock: FakeClock = fakeClock(startedAtMs);
  const store = await openDirectoryStore(directory, { missing: "make", sync: "system" });
  const push = new Map<string, (bytes: Uint8Array) => void>();
  const openSocket: OpenSocket = (_address, handlers) => {
    queueMicrotask(() => handlers.opened());
    return {
      send(text) {
        const pair = /"sub":"(.+)_depth"/.exec(text)?.[1];
        if (pair !== undefined) {
          push.set(pair, (bytes) => handlers.message(bytes));
        }
      },
      ping: () => {},
      close: () => {},
    };
  };
  let latest: () => BookView[] = () => [];
  const recording = await record(
    { clock, store, books: () => latest() },
    { run: "synthetic", maxSegmentBytes, maxSegmentMs: 3_600_000, flushAfterMs: 1_000 },
  );
  const engine = createEngine(
    { addresses: ["ws://synthetic"] },
    { clock, random: seededRandom(1), shard: { openSocket: recording.tap(openSocket), createInflate } },
  );
  const books = pairs.map((pair) => engine.book(pair));
  latest = () => books.map((book) => book.latest);
  await clock.advanceAndSettle(stepMs);
  const seqs = new Map<string, number>();
  for (const pair of pairs) {
    send({ push, clock, seqs, compression }, { pair, asks: [["1", "1000000"]], bids: [["1", "0.5"]] }, "snapshot");
  }
  await clock.advanceAndSettle(stepMs);
  for (const message of messages) {
    send({ push, clock, seqs, compression }, message, "update");
    // A segment may begin with the next message: until then the views must have this one.
    await clock.advanceAndSettle(stepMs);
  }
  await engine.close();
  await recording.close();
}

interface Venue {
  readonly push: ReadonlyMap<string, (bytes: Uint8Array) => void>;
  readonly clock: FakeClock;
  readonly seqs: Map<string, number>;
  readonly compression: 0 | 1;
}

function send(
  { push, clock, seqs, compression }: Venue,
  { pair, asks, bids }: SyntheticMessage,
  kind: "snapshot" | "update",
): void {
  const seq = (seqs.get(pair) ?? 0) + 1;
  seqs.set(pair, seq);
  const levels = kind === "snapshot" ? { asks, bids } : { add: { asks, bids } };
  const d = { pair, ut: clock.epochMs(), seq, ...levels };
  const text = JSON.stringify({ topic: `${pair}_depth`, t: kind === "snapshot" ? 0 : 1, d });
  const body = deflateSync(text, { level: compression });
  const frame = new Uint8Array(body.length + 1);
  frame[0] = markerCompressed;
  frame.set(body, 1);
  push.get(pair)?.(frame);
}

const middle = 50_000;
const levelsInReach = 60;

/** So many updates of five levels a side, which come, change and go. */
export function* busyMarket(pairs: readonly string[], updates: number): Generator<SyntheticMessage> {
  const random = seededRandom(7);
  for (let index = 0; index < updates; index++) {
    const rows = (sign: 1 | -1): SyntheticRow[] =>
      Array.from({ length: 5 }, (): SyntheticRow => {
        const price = middle + sign * (1 + Math.floor(random() * levelsInReach));
        const quantity = Math.floor(random() * 1_000);
        return [quantity < 300 ? "0" : (quantity / 100).toFixed(2), (price / 2).toFixed(1)];
      });
    yield { pair: pairs[index % pairs.length] ?? "", asks: rows(1), bids: rows(-1) };
  }
}
