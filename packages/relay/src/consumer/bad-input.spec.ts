import { createPureInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { describe, expect, test } from "vitest";
import { prefixWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { shardOf } from "../plan/shard-plan.js";
import { RelayWorld, type SpecOwner } from "../spec-kit/relay-world.spec-kit.js";
import { encodeBeat } from "../wire/beat.js";
import { emptyHeader, encodeMessage, HeaderReader } from "../wire/header.js";
import { encodeOwnerStatus } from "../wire/owner-status.js";
import { RelayLink } from "./relay-link.js";
import { answering, empty, expectHealed, header, live, liveWorld, other, pair } from "./stranger.spec-kit.js";

describe("a message on a pair's subject", () => {
  test.each([
    ["is empty", empty, "short"],
    ["has a header that is cut", encodeMessage(header({ relaySeq: 9 }), empty).subarray(0, 4), "short"],
    ["is of another version", Uint8Array.of(2, 2, 1, 1, 1, 1, 1), "other-version"],
    ["is of no known kind", Uint8Array.of(1, 99, 1, 1, 1, 1, 1), "unknown-kind"],
    ["has a number beyond its bound", Uint8Array.of(1, 2, 1, 1, ...Array(8).fill(255), 1, 1), "number-too-large"],
    ["is an event on a book's subject", encodeMessage(header({ kind: "event" }), empty), "unexpected-kind"],
    ["is of the other push protocol", encodeMessage(header({ protocol: "channel" }), empty), "other-protocol"],
    ["has a frame beyond the limit", encodeMessage(header({}), new Uint8Array(5_000_000)), "frame-too-large"],
    ["has a status that is none", encodeMessage(header({ kind: "status" }), Uint8Array.of(120)), "text-malformed"],
  ] as const)(
    "that %s is counted and dropped; the book is gapped until a snapshot comes",
    async (_what, bytes, fault) => {
      const { world, raw, publish } = await liveWorld();
      world.consumerBus.stall();
      await publish(raw, bytes);
      world.consumerBus.resume();
      await world.clock.advanceAndSettle(0);
      expect(world.link.counts.malformed).toEqual({ [fault]: 1 });
      await expectHealed(world);
      expect(world.link.counts.gaps).toBe(1);
    },
  );

  test("whose numbers go back is counted and dropped, and the book says so", async () => {
    const { world, raw, stranger } = await liveWorld();
    stranger.publish(raw, encodeMessage(header({ relaySeq: 1 }), empty));
    await world.clock.advanceAndSettle(0);
    expect(world.link.counts).toMatchObject({ numbersBack: 1, gaps: 1 });
    await expectHealed(world);
  });

  test("whose frame is another pair's is refused by the engine, and both books stay right", async () => {
    const { world, owner } = await liveWorld();
    const frame = prefixWire.data(`${other}_depth`, 0, { pair: other, ut: 9_999, seq: 9, asks: [], bids: [] });
    // The owner itself is wrong: its numbers go on.
    owner.relay.accepted({
      pair,
      channel: `${pair}_depth`,
      kind: "update",
      epoch: world.streams.get(pair)?.latest.epoch ?? 1,
      seq: 1,
      receivedAtMs: 1,
      bytes: frame,
      event: undefined,
    });
    await world.clock.advanceAndSettle(0);
    expect(world.engine.statistics().rejected).toEqual({ "unknown-channel": 1 });
    expect(world.labels()).toEqual(["rejected-message", "live"]);
    await world.run(5_000);
    expect(world.labels()).toEqual(live);
    expect(world.seen.wrong).toEqual([]);
  });

  test("of trades that could not be used is a counted gap for its stream", async () => {
    const { world, publish } = await liveWorld();
    await publish(world.subjects.raw("deals", pair), Uint8Array.of(1, 3, 200));
    await world.run(500);
    const gaps = world.heard.get(pair)?.filter(({ kind }) => kind === "gap");
    expect(gaps).toEqual([expect.objectContaining({ reason: "relay-gap", missing: "nothing" })]);
    expect(world.link.counts.malformed).toEqual({ short: 1 });
    await expectHealed(world);
  });
});

describe("an answer to a request for a state", () => {
  test.each([
    ["is cut", Uint8Array.of(1, 1, 200), "short"],
    ["is an update", encodeMessage(header({}), empty), "unexpected-kind"],
    [
      "is of the other push protocol",
      encodeMessage(header({ kind: "snapshot", protocol: "channel" }), empty),
      "other-protocol",
    ],
  ] as const)("that %s is counted and dropped; the owner's is taken", async (_what, bytes, fault) => {
    const { world } = await answering(bytes);
    await expectHealed(world);
    expect(world.link.counts.malformed[fault]).toBeGreaterThan(0);
  });

  test("of an older term is counted and dropped", async () => {
    const { world } = await answering(encodeMessage(header({ kind: "snapshot", term: 0 }), empty));
    await expectHealed(world);
    expect(world.link.counts.oldTerm).toBeGreaterThan(0);
  });

  test("with a number far ahead is left again when the owner's beat counts less", async () => {
    const { world, owner, stranger, raw } = await liveWorld();
    let forged: Uint8Array = empty;
    stranger.request(world.subjects.snap(pair), empty, 500, (answer = empty) => {
      const told = emptyHeader();
      const start = new HeaderReader().read(answer, told);
      forged = encodeMessage({ ...told, relaySeq: 1e6 }, answer.subarray(Number(start)));
    });
    await world.clock.advanceAndSettle(0);
    const end = stranger.subscribe(world.subjects.snap(pair), ({ respond }) => respond(forged));
    const { snapshots } = world.link.counts;
    owner.bus.stall();
    stranger.publish(raw, empty);
    await world.clock.advanceAndSettle(0);
    expect([forged.length > 0, world.link.counts.snapshots]).toEqual([true, snapshots + 1]);
    end();
    owner.bus.resume();
    await expectHealed(world);
    expect(world.link.counts.snapshots).toBe(snapshots + 2);
  });
});

describe("a beat", () => {
  const rows = [{ relaySeq: 0, status: "live" as const }];
  const beatOf = (fields: Partial<Parameters<typeof encodeBeat>[0]>) =>
    encodeBeat({ owner: "a", term: 1, venueAgeMs: 0, list: 9, pairs: undefined, rows, ...fields });

  test("that names a pair of another shard is counted and proves nothing", async () => {
    const { world, publish } = await liveWorld();
    expect(shardOf(other)).not.toBe(shardOf(pair));
    await publish(world.subjects.beat(shardOf(pair)), beatOf({ pairs: [other] }));
    expect(world.link.counts.malformed).toEqual({ "unknown-pair": 1 });
    await expectHealed(world);
  });

  test("that names pairs which nobody follows is of use for the others", async () => {
    const { world, publish } = await liveWorld();
    const strange = Array.from({ length: 5_000 }, (_, index) => `4C${index}_USDT`).find(
      (name) => shardOf(name) === shardOf(pair),
    ) as string;
    const own = { relaySeq: 0, status: "live" as const };
    await publish(world.subjects.beat(shardOf(pair)), beatOf({ pairs: [strange, pair], rows: [own, own] }));
    expect(world.link.counts.malformed).toEqual({});
    await expectHealed(world);
  });

  test("that is cut, or of an older term, is counted", async () => {
    const { world, publish } = await liveWorld();
    const subject = world.subjects.beat(shardOf(pair));
    await publish(subject, beatOf({}).subarray(0, 6));
    await publish(subject, beatOf({ term: 0 }));
    expect(world.link.counts).toMatchObject({ oldTerm: 1, malformed: { short: 1 } });
    await expectHealed(world);
  });

  test("of another owner under the same term takes live away from everything of the shard, and is counted", async () => {
    const { world, publish } = await liveWorld();
    await publish(world.subjects.beat(shardOf(pair)), beatOf({ owner: "zz" }));
    expect(world.labels()).toEqual(["owner-changed", "live"]);
    expect(world.link.counts.contested).toBe(1);
    // Its name is larger, so that the owner leaves it to it; nobody is there: a lease decides that.
    await world.run(500);
    expect(world.labels()[0]).toBe("owner-changed");
    await publish(world.subjects.beat(shardOf(pair)), beatOf({ owner: "Z", term: 1 }));
    await expectHealed(world);
  });
});

test("an engine that speaks the other push protocol is shown nothing as live, and throws nothing", async () => {
  const { world } = await liveWorld();
  const bus = world.bus.connect("second");
  const link = new RelayLink({ bus, subjects: world.subjects, clock: world.clock });
  const engine = createEngine(
    { addresses: ["ws://relay"], protocol: "channel" },
    {
      clock: world.clock,
      random: world.random,
      shard: { openSocket: socketsOfFeeds(link.openFeed), createInflate: createPureInflate },
      doubtOf: link.doubtOf,
    },
  );
  const book = engine.book(pair);
  await world.run(1_000);
  expect(book.latest.status).not.toBe("live");
  expect(link.counts.malformed["other-protocol"]).toBeGreaterThan(10);
  expect(link.counts.frames).toBe(0);
});

test("a channel that is none of a pair's is refused as the venue does, before it becomes a subject", async () => {
  const { world } = await liveWorld();
  const heard: string[] = [];
  const feed = {
    opened: () => undefined,
    push: (frame: Uint8Array) => heard.push(new TextDecoder().decode(frame)) > 0,
    flush: () => undefined,
    controlFrame: () => undefined,
    doubt: () => undefined,
    renewed: () => undefined,
    missed: () => undefined,
    closed: () => undefined,
  };
  const socket = world.link.openFeed("ws://relay", feed);
  const strange = ["4.BTC_USDT_depth", "*_depth", "4BTC_USDT_>", "4BTC USDT_depth", "ALL_ALL_login", ""];
  for (const channel of strange) {
    socket.send(JSON.stringify({ event: "addChannel", sub: channel }));
  }
  socket.send("{");
  socket.send("[]");
  socket.send('{"event":"addChannel","channel":"nothing","binary":0}');
  expect(heard).toHaveLength(strange.length + 1);
  expect(heard.every((text) => text.includes('"3009"'))).toBe(true);
});

describe("an owner", () => {
  const questions: readonly (readonly [string, (owner: SpecOwner, world: RelayWorld) => string])[] = [
    ["a request for a channel that it does not follow", (_owner, world) => world.subjects.snap(pair)],
    ["an echo's question that is none", (_owner, world) => world.subjects.echo(shardOf(pair))],
    ["a beat that is none", (_owner, world) => world.subjects.beat(shardOf(pair))],
  ];

  test.each(questions)("counts %s, and goes on", async (_what, subjectOf) => {
    const { world, owner, publish } = await liveWorld();
    for (const bytes of [Uint8Array.of(255, 254), Uint8Array.of(42, 46, 62)]) {
      await publish(subjectOf(owner, world), bytes);
    }
    expect(owner.relay.counts.malformed).toBe(2);
    await expectHealed(world);
  });

  test("tells why a book is not live, at once, and its consumer has the words", async () => {
    const { world } = await liveWorld();
    world.venue.disconnectAll();
    await world.clock.advanceAndSettle(0);
    expect(world.labels()).toEqual(["upstream-not-live", "upstream-not-live"]);
    expect(world.link.standingOf(pair)).toMatchObject({
      doubt: "upstream-not-live",
      owner: "a",
      upstream: { status: "stale", reason: "disconnected" },
      freshWithinMs: undefined,
    });
    expect(world.link.counts.statuses).toBeGreaterThanOrEqual(2);
    await world.run(10_000);
    expect(world.link.standingOf(pair)).toMatchObject({ doubt: undefined, upstream: { status: "live" } });
    expect(world.link.standingOf(pair)?.freshWithinMs).toBeLessThan(400);
  });

  test("tells who joins while its books are not live why", async () => {
    const world = new RelayWorld(1, [pair, other]);
    const owner = world.owner("a");
    world.takeOver(owner);
    await world.clock.advanceAndSettle(0);
    world.venue.disconnectAll();
    await world.run(300);
    expect(world.link.standingOf(pair)?.upstream).toEqual({ status: "stale", reason: "disconnected" });
    const asked = world.link.counts.snapshotsAsked;
    await world.run(300);
    expect(world.link.counts.snapshotsAsked).toBe(asked);
    await world.run(10_000);
    expect(world.labels()).toEqual(live);
  });
});

test("a status is read as it was written, and nothing else is one", () => {
  expect(new TextDecoder().decode(encodeOwnerStatus({ status: "stale", reason: "disconnected" }))).toBe(
    "stale disconnected",
  );
  expect(new TextDecoder().decode(encodeOwnerStatus({ status: "live", reason: undefined }))).toBe("live");
});
