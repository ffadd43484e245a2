import { type BookView, createPureInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { describe, expect, test } from "vitest";
import { prefixWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { emptyHeader, HeaderReader } from "../wire/header.js";
import { RelayLink } from "./relay-link.js";
import type { Resumed, ResumedChannel } from "./resume.js";
import { liveWorld, other, pair } from "./stranger.spec-kit.js";

/** A reader that asks where to go on, and is answered so much later. */
async function resuming(resumed: Resumed, afterMs: number, given?: Awaited<ReturnType<typeof liveWorld>>) {
  const scene = given ?? (await liveWorld());
  const { clock, bus, subjects, random } = scene.world;
  const asked: string[] = [];
  const link = new RelayLink({
    bus: bus.connect("recorder"),
    subjects,
    clock,
    resume: async ({ channel }) => {
      asked.push(channel);
      await new Promise<void>((resolve) => clock.after(afterMs, resolve));
      return resumed;
    },
  });
  const shard = { openSocket: socketsOfFeeds(link.openFeed), createInflate: createPureInflate };
  const engine = createEngine({ addresses: ["ws://relay"] }, { clock, random, shard, doubtOf: link.doubtOf });
  return { ...scene, asked, link, book: engine.book(pair) };
}

function textOf({ status, asks, bids }: BookView): string {
  return JSON.stringify([status, asks.levels(), bids.levels()]);
}

/** What a reader has that was away: the book where it left off, and what was published since. */
async function away() {
  const scene = await liveWorld();
  const { world, raw } = scene;
  const published: ResumedChannel["missed"][number][] = [];
  world.bus.connect("recording").subscribe(raw, ({ bytes }) => {
    const header = emptyHeader();
    published.push({ header, frame: bytes.slice(new HeaderReader().read(bytes, header) as number) });
  });
  await world.run(500);
  const { header } = published.at(-1) as (typeof published)[number];
  const state = stateOf(world.streams.get(pair)?.latest as BookView, header.seq);
  published.splice(0);
  await world.run(1_000);
  return { scene, header, state, published, missed: [...published] };
}

function stateOf({ asks, bids, updatedAtMs }: BookView, seq: number): Uint8Array {
  const [asked, bid] = [asks, bids].map((side) => side.levels().map(({ quantity, price }) => [quantity, price]));
  return prefixWire.data(`${pair}_depth`, 0, { pair, ut: updatedAtMs, seq, asks: asked, bids: bid });
}

describe("where a reader goes on", () => {
  test("what was published while it was away comes behind the book that it had: nothing is asked for, no gap is told", async () => {
    const { scene, header, state, missed, published } = await away();
    expect(missed.length).toBeGreaterThan(10);
    const { world, link, book } = await resuming({ header, state, missed: published }, 0, scene);
    await world.run(2_000);
    expect(book.latest).toMatchObject({ status: "live", updatedAtMs: world.streams.get(pair)?.latest.updatedAtMs });
    expect(textOf(book.latest)).toBe(textOf(world.streams.get(pair)?.latest as BookView));
    expect(link.counts.resumed).toBeGreaterThanOrEqual(missed.length);
    expect(link.counts).toMatchObject({ notResumed: 0, gaps: 0, snapshotsAsked: 0 });
  });

  test("behind a hole in what was published the owner's state is asked for, and a gap is counted", async () => {
    const { scene, header, state, missed } = await away();
    const { world, link, book } = await resuming({ header, state, missed: missed.toSpliced(5, 1) }, 0, scene);
    await world.run(2_000);
    expect(textOf(book.latest)).toBe(textOf(world.streams.get(pair)?.latest as BookView));
    expect(link.counts).toMatchObject({ resumed: 5, gaps: 1, snapshotsAsked: 1 });
  });

  test("under a later owner its own state is begun with, and a gap is counted", async () => {
    const { scene, header, state, missed } = await away();
    const next = scene.world.owner("b");
    await scene.world.run(500);
    scene.world.takeOver(next);
    await scene.world.run(500);
    const { world, link, book } = await resuming({ header, state, missed }, 0, scene);
    await world.run(2_000);
    expect(textOf(book.latest)).toBe(textOf(world.streams.get(pair)?.latest as BookView));
    expect(link.counts).toMatchObject({ resumed: missed.length, gaps: 1, snapshotsAsked: 1 });
  });

  test("is asked once, however often its engine subscribes again before the answer", async () => {
    const { world, asked, book, link } = await resuming("new", 12_500);
    await world.run(12_000);
    expect(book.latest.status).not.toBe("live");
    await world.run(2_000);
    expect([asked, book.latest.status, link.counts.gaps]).toEqual([[`${pair}_depth`], "live", 0]);
  });

  test("is not asked again by a subscription behind its answer: that is a counted gap", async () => {
    const { world, owner, asked, book, link } = await resuming("new", 100);
    await world.run(2_000);
    expect([asked.length, book.latest.status, link.counts.gaps]).toEqual([1, "live", 0]);
    // The engine refuses it, and subscribes again.
    const bytes = prefixWire.data(`${other}_depth`, 0, { pair: other, ut: 9_999, seq: 9, asks: [], bids: [] });
    const { epoch } = world.streams.get(pair)?.latest ?? { epoch: 0 };
    const channel = `${pair}_depth`;
    owner.relay.accepted({ pair, channel, kind: "update", epoch, seq: 1, receivedAtMs: 1, bytes, event: undefined });
    await world.run(10_000);
    expect([asked.length, book.latest.status, link.counts.gaps]).toEqual([1, "live", 1]);
  });
});
