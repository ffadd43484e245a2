import { createPureInflate } from "@depthwire/book";
import { type BookStream, createEngine, type OpenFeed } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { fakeClock, seededRandom } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { MemoryBus } from "../bus/memory-bus.js";
import { RelayOwner } from "../owner/relay-owner.js";
import { shardOf } from "../plan/shard-plan.js";
import { SpecVenue } from "../spec-kit/spec-venue.spec-kit.js";
import { Subjects } from "../wire/subjects.js";
import { RelayLink } from "./relay-link.js";

const pairCount = 1_000;
/** Threads of an owner, each with an engine and a connection to the bus of its own. */
const ownerCount = 8;
/** One way between any two, milliseconds. */
const delayMs = 2;

test("1,000 pairs of eight owners' threads are live within a second of a late join, and a beat is short", async () => {
  const clock = fakeClock();
  const random = seededRandom(1);
  const venue = new SpecVenue(() => clock.monotonicMs(), random);
  const bus = new MemoryBus(clock, { delayMs: () => delayMs });
  const subjects = new Subjects("main");
  const pairs = Array.from({ length: pairCount }, (_, index) => `4C${index}_USDT`);
  const engineOf = (open: OpenFeed, rest: object = {}, shard: object = {}) =>
    createEngine(
      { addresses: ["ws://one"] },
      {
        clock,
        random,
        shard: { openSocket: socketsOfFeeds(open), createInflate: createPureInflate, ...shard },
        ...rest,
      },
    );

  const shards = [...new Set(pairs.map(shardOf))];
  for (let thread = 0; thread < ownerCount; thread++) {
    const own = shards.filter((_, place) => place % ownerCount === thread);
    const ofThread = pairs.filter((pair) => own.includes(shardOf(pair)));
    const parts = { bus: bus.connect(`owner-${thread}`), subjects, clock, pairs: ofThread };
    const owner = new RelayOwner({ ...parts, owner: `owner-${thread}` });
    const engine = engineOf(venue.openFeed, {}, { listenToFrames: owner.listenToFrames });
    for (const pair of ofThread) {
      engine.book(pair);
    }
    for (const shard of own) {
      owner.own(shard, 1);
    }
  }
  await clock.advanceAndSettle(1_000);

  const joiner = bus.connect("joiner");
  const link = new RelayLink({ bus: joiner, subjects, clock });
  const engine = engineOf(link.openFeed, { doubtOf: link.doubtOf });
  const books: readonly BookStream[] = pairs.map((pair) => engine.book(pair));
  const liveOf = () => books.filter(({ latest }) => latest.status === "live").length;
  let passedMs = 0;
  while (passedMs < 1_000 && liveOf() < pairCount) {
    for (let change = 0; change < 100; change++) {
      venue.change(pairs[Math.floor(random() * pairCount)] as string);
    }
    await clock.advanceAndSettle(20);
    passedMs += 20;
  }
  expect(liveOf()).toBe(pairCount);
  expect(passedMs).toBeLessThanOrEqual(1_000);
  expect(link.counts).toMatchObject({ snapshotsAsked: pairCount, snapshots: pairCount, gaps: 0, malformed: {} });
});
