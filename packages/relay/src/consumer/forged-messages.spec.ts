import { createPureInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { describe, expect, test } from "vitest";
import { prefixWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { shardOf } from "../plan/shard-plan.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { encodeBeat } from "../wire/beat.js";
import { decodeEchoQuestion, encodeEchoAnswer } from "../wire/echo.js";
import { encodeMessage, HeaderReader, maxTerm } from "../wire/header.js";
import { encodeOwnerStatus } from "../wire/owner-status.js";
import { Subjects } from "../wire/subjects.js";
import { RelayLink } from "./relay-link.js";
import { answering, empty, expectHealed, header, liveWorld, other, pair } from "./stranger.spec-kit.js";

describe("a stranger that publishes what no owner did", () => {
  test.each([
    ["a frame", encodeMessage(header({ term: 9, relaySeq: 1 }), empty)],
    [
      "a status",
      encodeMessage(header({ term: 9, kind: "status" }), encodeOwnerStatus({ status: "live", reason: undefined })),
    ],
  ])(
    "under a larger term than any beat named is dropped and counted, and no book leaves live: %s",
    async (_what, bytes) => {
      const { world, raw, publish } = await liveWorld();
      const labels = new Set<string>();
      for (let round = 0; round < 20; round++) {
        await publish(raw, bytes);
        await world.run(100);
        for (const label of world.labels()) {
          labels.add(label);
        }
      }
      expect([...labels]).toEqual(["live"]);
      expect(world.link.counts).toMatchObject({ unheardTerm: 20, gaps: 0, malformed: {} });
      await expectHealed(world);
    },
  );

  test.each([
    ["with the next number", 1],
    ["with a number far ahead", 1_000_000],
  ])(
    "whose frame is another pair's, of a stranger, %s: the book is right again with a new state",
    async (_what, ahead) => {
      const { world, stranger, raw, publish } = await liveWorld();
      const last = header({});
      const end = stranger.subscribe(raw, ({ bytes }) => new HeaderReader().read(bytes, last));
      await world.run(100);
      end();
      const frame = prefixWire.data(`${other}_depth`, 0, { pair: other, ut: 9_999, seq: 9, asks: [], bids: [] });
      await publish(raw, encodeMessage(header({ relaySeq: last.relaySeq + ahead }), frame));
      expect(world.labels()[1]).toBe("live");
      await world.run(4_000);
      await expectHealed(world);
      expect(world.link.counts.snapshotsAsked).toBeLessThan(10);
    },
  );

  test("under a larger term than any beat named is dropped and counted, for who joins too", async () => {
    const state = encodeMessage(header({ kind: "snapshot", term: 9 }), empty);
    const { world, stranger } = await answering(state);
    await expectHealed(world);
    expect(world.link.counts.unheardTerm).toBeGreaterThan(0);
    stranger.subscribe(world.subjects.echo(shardOf(pair)), ({ bytes, respond }) => {
      const question = decodeEchoQuestion(bytes);
      respond(encodeEchoAnswer({ nonce: typeof question === "string" ? 0 : question.nonce, term: 9 }));
    });
    const bus = world.bus.connect("second");
    const link = new RelayLink({ bus, subjects: world.subjects, clock: world.clock });
    const shard = { openSocket: socketsOfFeeds(link.openFeed), createInflate: createPureInflate };
    const ports = { clock: world.clock, random: world.random, shard, doubtOf: link.doubtOf };
    const book = createEngine({ addresses: ["ws://relay"] }, ports).book(pair);
    await world.run(1_500);
    expect([book.latest.status, link.standingOf(pair)?.term]).toEqual(["live", 1]);
    await expectHealed(world);
  });
});

test("whoever hears what an owner is asked cannot answer the next question for it", async () => {
  const echoes = [pair, other].map((one) => new Subjects("main").echo(shardOf(one)));
  const questions = { areLost: false };
  const loses = (connection: string, subject: string) =>
    connection === "a" && questions.areLost && echoes.includes(subject);
  const world = new RelayWorld(1, [pair, other], { loses });
  world.takeOver(world.owner("a"));
  await world.run(1_000);
  expect(world.labels()).toEqual(["live", "live"]);
  const stranger = world.bus.connect("stranger");
  const asked: number[] = [];
  for (const echo of echoes) {
    let guess = 0;
    stranger.subscribe(echo, ({ bytes, respond }) => {
      respond(encodeEchoAnswer({ nonce: guess, term: 1 }));
      const question = decodeEchoQuestion(bytes);
      guess = typeof question === "string" ? 0 : question.nonce + 1;
      asked.push(guess);
    });
  }
  await world.run(300);
  questions.areLost = true;
  await world.run(1_000);
  expect(world.labels()).toEqual(["relay-silent", "relay-silent"]);
  expect(asked.length).toBeGreaterThan(20);
  expect(new Set(asked).size).toBe(asked.length);
  // The numbers reach far beyond those that count questions.
  expect(Math.max(...asked)).toBeGreaterThan(2 ** 48);
  questions.areLost = false;
  await expectHealed(world);
});

describe("an owner's answer that another process had told to whoever asks", () => {
  test.each([
    ["another pair's book", other, ""],
    ["the pair's trades", pair, "deals"],
    ["the same state, asked for before", pair, ""],
  ])("shows nothing wrong, and the owner's own is taken soon: %s", async (_what, asked, channel) => {
    const { world, owner, stranger, raw } = await liveWorld();
    for (let round = 0; round < 10; round++) {
      let foreign: Uint8Array = empty;
      stranger.request(world.subjects.snap(asked), new TextEncoder().encode(channel), 500, (answer = foreign) => {
        foreign = answer;
      });
      await world.clock.advanceAndSettle(0);
      expect(foreign.length).toBeGreaterThan(0);
      const end = stranger.subscribe(world.subjects.snap(pair), ({ respond }) => respond(foreign));
      owner.bus.stall();
      // What nobody can read puts the book in doubt: a state is asked for.
      stranger.publish(raw, empty);
      await world.clock.advanceAndSettle(0);
      world.look();
      owner.bus.resume();
      await world.run(200);
      end();
      await world.run(200);
    }
    await world.run(4_000);
    await expectHealed(world);
  });
});

describe("a beat under a term that no owner can have by now", () => {
  const rows = [{ relaySeq: 0, status: "live" as const }];
  const far = encodeBeat({ owner: "far", term: maxTerm, venueAgeMs: 0, list: 1, pairs: [pair], rows });

  test("is dropped and counted beside an owner's, and no book leaves live", async () => {
    const { world, publish } = await liveWorld();
    for (let round = 0; round < 10; round++) {
      await publish(world.subjects.beat(shardOf(pair)), far);
      await world.run(100);
      expect(world.labels()).toEqual(["live", "live"]);
    }
    expect(world.link.counts).toMatchObject({ gaps: 0, malformed: { "term-ahead": 10 } });
    await expectHealed(world);
  });

  test("gives way to an owner's where it was heard first, and so does the book of whoever answered under it", async () => {
    const { world, owner, publish, stranger, raw } = await liveWorld();
    const subject = world.subjects.beat(shardOf(pair));
    owner.holds = false;
    await world.run(31_000);
    const answers = [
      stranger.subscribe(world.subjects.echo(shardOf(pair)), ({ bytes, respond }) => {
        const question = decodeEchoQuestion(bytes);
        respond(encodeEchoAnswer({ nonce: typeof question === "string" ? 0 : question.nonce, term: maxTerm }));
      }),
      stranger.subscribe(world.subjects.snap(pair), ({ respond }) => {
        const book = prefixWire.depth({ pair, ut: 1, seq: 1, asks: [["2", "1"]], bids: [["1", "1"]] });
        respond(encodeMessage(header({ kind: "snapshot", term: maxTerm, relaySeq: 7 }), book));
      }),
    ];
    for (let round = 0; round < 5; round++) {
      await publish(subject, far);
      await publish(raw, encodeMessage(header({ term: maxTerm, relaySeq: 9 }), empty));
      await world.clock.advanceAndSettle(100);
    }
    expect(world.link.standingOf(pair)).toMatchObject({ owner: "far", term: maxTerm });
    for (const end of answers) {
      end();
    }
    world.seen.wrong.splice(0);
    world.seen.tooOld.splice(0);
    owner.holds = true;
    await world.run(1_500);
    expect(world.link.standingOf(pair)).toMatchObject({ owner: "a", term: 1 });
    await expectHealed(world);
  });
});
