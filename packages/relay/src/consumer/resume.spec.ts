import { createPureInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { describe, expect, test } from "vitest";
import { prefixWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { RelayLink } from "./relay-link.js";
import type { Resumed } from "./resume.js";
import { liveWorld, other, pair } from "./stranger.spec-kit.js";

/** A reader that asks where to go on, and is answered so much later. */
async function resuming(resumed: Resumed, afterMs: number) {
  const scene = await liveWorld();
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

describe("where a reader goes on", () => {
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
