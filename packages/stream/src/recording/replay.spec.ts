import { encodeSubscribe } from "@depthwire/core";
import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BookView } from "../book/book-view.js";
import type { BookStream } from "../engine/book-stream.js";
import { createEngine, type Engine } from "../engine/engine.js";
import { snapshotText, updateText } from "../spec-kit/depth-text.spec-kit.js";
import { FakeNetwork, type FakeSocket } from "../spec-kit/fake-network.spec-kit.js";
import { createSpecInflate } from "../spec-kit/zlib-inflate.spec-kit.js";
import { decodeSegment } from "./decode-segment.js";
import { MemoryStore } from "./memory-store.spec-kit.js";
import { type Recording, record } from "./record.js";
import { type Replay, replay } from "./replay.js";
import { replayEngineOptions } from "./replay-options.js";
import { entriesOf } from "./segment.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "4XRP_USDT"] as const;

let clock: FakeClock;
let network: FakeNetwork;
let store: MemoryStore;
let live: Engine;
let books: BookStream[];
let recording: Recording;
const engines: Engine[] = [];
const seqs = new Map<string, number>();

/** A view without what only its own engine knows. */
const told = ({ pair, status, seq, updatedAtMs, receivedAtMs, asks, bids }: BookView) => ({
  pair,
  status,
  seq,
  updatedAtMs,
  receivedAtMs,
  asks: asks.levels(),
  bids: bids.levels(),
});

const liveViews = () => books.map(({ latest }) => told(latest));

async function startLive(run: string): Promise<void> {
  books = [];
  recording = await record(
    { clock, store, books: () => books.map(({ latest }) => latest) },
    { run, maxSegmentMs: 1_000, flushAfterMs: 10 },
  );
  network = new FakeNetwork();
  const shard = { openSocket: recording.tap(network.openSocket), createInflate: createSpecInflate };
  live = createEngine(
    { addresses: ["ws://one"], subscriptionsPerConnection: 2 },
    { clock, random: seededRandom(3), shard },
  );
  engines.push(live);
  books.push(...pairs.map((pair) => live.book(pair)));
  for (const socket of network.sockets) {
    socket.open();
  }
  for (const pair of pairs) {
    snapshot(pair, 100);
  }
  await clock.advanceAndSettle(1);
}

const socketOf = (pair: string): FakeSocket =>
  network.alive.findLast(({ sent }) => sent.includes(encodeSubscribe(`${pair}_depth`))) ?? network.last;

function snapshot(pair: string, seq: number): void {
  seqs.set(pair, seq);
  socketOf(pair).zlib(snapshotText(seq, { pair, ut: clock.epochMs() }));
}

function update(pair: string, step = 1): void {
  const seq = (seqs.get(pair) ?? 0) + step;
  seqs.set(pair, seq);
  const add = { asks: [[`${seq % 17}.5`, `${102 + (seq % 29)}.25`]] as const, bids: null };
  socketOf(pair).zlib(updateText(seq, { pair, ut: clock.epochMs(), add }));
}

/** Updates of all pairs for a while, one each 7 ms. */
async function chatter(ms: number): Promise<void> {
  for (let elapsed = 0; elapsed < ms; elapsed += 7) {
    update(pairs[(elapsed / 7) % pairs.length] ?? pairs[0]);
    await clock.advanceAndSettle(7);
  }
}

function replayEngine(player: Replay): Engine {
  const shard = { openSocket: player.ports.openSocket, createInflate: createSpecInflate };
  const engine = createEngine(
    { ...replayEngineOptions, subscriptionsPerConnection: 2 },
    { clock: player.ports.clock, random: seededRandom(5), shard },
  );
  engines.push(engine);
  return engine;
}

beforeEach(async () => {
  clock = fakeClock();
  store = new MemoryStore();
  seqs.clear();
  await startLive("run-1");
});

afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
});

describe("a replay", () => {
  test("gives the views of live, at any moment of it", async () => {
    const moments = new Map<number, ReturnType<typeof liveViews>>();
    for (let moment = 0; moment < 40; moment++) {
      await chatter(70);
      await clock.advanceAndSettle(1);
      moments.set(clock.epochMs(), liveViews());
      await clock.advanceAndSettle(1);
    }
    await recording.close();
    expect(store.segments.length).toBeGreaterThanOrEqual(3);
    const player = await replay(store);
    const engine = replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    for (const [until, wanted] of moments) {
      expect(await player.run({ until })).toBe("until");
      expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
    }
    expect(await player.run()).toBe("ended");
    const { applied, gaps, snapshots } = engine.statistics();
    const wanted = live.statistics();
    expect({ applied, gaps, snapshots }).toEqual({ applied: wanted.applied, gaps: 0, snapshots: wanted.snapshots });
  });

  test("from any time begins with the checkpoint and ends like live", async () => {
    await chatter(3_000);
    const wanted = liveViews();
    await recording.close();
    for (const from of [1_200, 2_300, 2_999].map((ms) => clock.epochMs() - 3_000 + ms)) {
      const player = await replay(store, { from });
      const engine = replayEngine(player);
      const replayed = pairs.map((pair) => engine.book(pair));
      const began = player.ports.clock.epochMs();
      expect(from - began).toBeLessThan(1_100);
      expect(await player.run()).toBe("ended");
      expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
      expect(engine.statistics()).toMatchObject({ gaps: 0, snapshots: pairs.length });
    }
  });

  test("goes through gaps and lost connections with the books of live", async () => {
    await chatter(300);
    update(pairs[0], 2);
    await clock.advanceAndSettle(500);
    expect(books[0]?.latest.status).toBe("gapped");
    snapshot(pairs[0], 500);
    await chatter(300);
    socketOf(pairs[1]).end();
    await clock.advanceAndSettle(6_000);
    expect(books[1]?.latest.status).toBe("stale");
    network.last.open();
    await clock.advanceAndSettle(1);
    snapshot(pairs[0], 900);
    snapshot(pairs[1], 900);
    await chatter(300);
    expect(books.map(({ latest }) => latest.status)).toEqual(["live", "live", "live"]);
    const wanted = liveViews();
    await recording.close();
    const player = await replay(store);
    const engine = replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
    expect(engine.statistics()).toMatchObject({ gaps: 1, connectionsLost: 1, reconnects: 1 });
  });

  test("of some of the pairs, on other connections than then, gives their views", async () => {
    await chatter(1_500);
    const wanted = liveViews();
    await recording.close();
    const player = await replay(store);
    const engine = replayEngine(player);
    const replayed = [pairs[2], pairs[1]].map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual([wanted[2], wanted[1]]);
  });

  test("goes on where the next run of the recording program began", async () => {
    await chatter(200);
    recording.flush();
    await live.close();
    // Killed: the recording was not closed, and its last entry is torn.
    store = store.copy();
    const name = store.segments.at(-1) ?? "";
    await store.truncate(name, store.bytesOf(name).length - 3);
    await clock.advanceAndSettle(10_000);
    await startLive("run-2");
    await chatter(200);
    const wanted = liveViews();
    await recording.close();
    const player = await replay(store);
    const engine = replayEngine(player);
    const replayed = pairs.map((pair) => engine.book(pair));
    await player.run();
    expect(replayed.map(({ latest }) => told(latest))).toEqual(wanted);
  });

  test("gives loops every state that they have time for", async () => {
    await chatter(700);
    await recording.close();
    const player = await replay(store);
    const seen: number[] = [];
    const loop = (async () => {
      for await (const view of replayEngine(player).book(pairs[0])) {
        seen.push(view.seq);
        if (view.seq === seqs.get(pairs[0])) {
          return;
        }
      }
    })();
    await player.run();
    await loop;
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(seen.length).toBeGreaterThan(3);
  });

  test("keeps to its speed, and pauses when it is told to", async () => {
    await chatter(1_000);
    await recording.close();
    const player = await replay(store);
    const real = fakeClock();
    const abort = new AbortController();
    const run = player.run({ speed: 10, clock: real, signal: abort.signal });
    await real.advanceAndSettle(0);
    for (let elapsed = 0; elapsed < 50; elapsed++) {
      await real.advanceAndSettle(1);
    }
    const { clock: replayed } = player.ports;
    expect(replayed.monotonicMs()).toBeGreaterThan(480);
    expect(replayed.monotonicMs()).toBeLessThanOrEqual(500);
    abort.abort();
    expect(await run).toBe("aborted");
    expect(real.pending()).toBe(0);
    expect(await player.run()).toBe("ended");
  });

  test("ends at damage with its place, after all that came before", async () => {
    await chatter(500);
    await recording.close();
    const name = store.segments[0] ?? "";
    const bytes = store.bytesOf(name);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] as number) ^ 4;
    const player = await replay(store);
    const book = replayEngine(player).book(pairs[0]);
    await expect(player.run()).rejects.toMatchObject({ code: "recording-corrupt", details: { file: name } });
    expect(book.latest.status).toBe("live");
    expect(book.latest.seq).toBeGreaterThan(105);
  });

  test("refuses a speed without a clock, and no speed at all", async () => {
    await recording.close();
    const player = await replay(store);
    await expect(player.run({ speed: 1 })).rejects.toMatchObject({ code: "option-invalid" });
    await expect(player.run({ speed: 0, clock })).rejects.toMatchObject({ code: "option-invalid" });
  });

  test("of nothing ends at once", async () => {
    expect(await (await replay(new MemoryStore())).run()).toBe("ended");
    await recording.close();
  });
});

describe("a segment on its own", () => {
  test("comes to the state that the next one begins with, and all of them to what live did", async () => {
    await chatter(3_500);
    const wanted = liveViews();
    await recording.close();
    const decoded = store.segments.map((name) => decodeSegment(store.bytesOf(name), { file: name }));
    expect(decoded.length).toBeGreaterThanOrEqual(3);
    for (const [index, { books: states, tornBytes }] of decoded.entries()) {
      expect(tornBytes).toBe(0);
      const next = store.segments[index + 1];
      if (next !== undefined) {
        const checkpoints = entriesOf(store.bytesOf(next)).filter((entry) => entry.kind === "checkpoint");
        expect(states.map(({ pair, view }) => [pair, view.receivedAtMs])).toEqual(
          checkpoints.map(({ pair, receivedAtMs }) => [pair, receivedAtMs]),
        );
      }
    }
    const last = decoded.at(-1);
    expect(last?.books.map(({ pair, view }) => ({ pair, seq: view.seq, status: view.status }))).toEqual(
      wanted.map(({ pair, seq, status }) => ({ pair, seq, status })),
    );
    expect(last?.books.map(({ view }) => view.askCount + view.bidCount)).toEqual(
      wanted.map(({ asks, bids }) => asks.length + bids.length),
    );
    const frames = decoded.reduce((sum, segment) => sum + segment.frames, 0);
    expect(frames).toBe(live.statistics().frames);
    // Each segment's first states come from its checkpoint, which is a frame more for each book.
    const fed = decoded.reduce((sum, { statistics }) => sum + statistics.frames, 0);
    expect(fed).toBe(frames + (decoded.length - 1) * pairs.length);
    expect(decoded.every(({ statistics }) => statistics.gaps === 0 && statistics.internalErrors === 0)).toBe(true);
  });

  test("is plain data that crosses threads", async () => {
    await chatter(50);
    await recording.close();
    const decoded = decodeSegment(store.bytesOf(store.segments[0] ?? ""));
    expect(structuredClone(decoded)).toEqual(decoded);
  });

  test("that is damaged says where", async () => {
    await chatter(50);
    await recording.close();
    const bytes = store.bytesOf(store.segments[0] ?? "");
    bytes[100] = (bytes[100] as number) ^ 1;
    expect(() => decodeSegment(bytes, { file: "x" })).toThrow(
      expect.objectContaining({ code: "recording-corrupt", details: expect.objectContaining({ file: "x" }) as object }),
    );
  });
});
