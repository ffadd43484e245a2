import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { RelayWorld, type SpecOwner } from "../spec-kit/relay-world.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT"];

const fault = fc.oneof(
  fc.constantFrom(
    "hand-over" as const,
    "take-over" as const,
    "same-term" as const,
    "owner-silent" as const,
    "owner-cut" as const,
    "owner-stalled" as const,
    "consumer-cut" as const,
    "consumer-stalled" as const,
    "venue-cut" as const,
    "machine-slept" as const,
    "noise" as const,
    "quiet" as const,
  ),
);
const happening = fc.record({
  fault,
  passedMs: fc.integer({ min: 20, max: 900 }),
  lossPercent: fc.constantFrom(0, 0, 5, 40),
});

let compared = 0;
let traded = 0;
let toldGaps = 0;
let missed = 0;
const happened = new Map<string, number>();

/** Two owners and a consumer, with what a try does to them. */
class Tried {
  readonly world: RelayWorld;
  readonly owners: readonly SpecOwner[];
  lossPercent = 0;

  constructor(seed: number) {
    const world: RelayWorld = new RelayWorld(seed, pairs, {
      protocol: seed % 2 === 0 ? "prefix" : "channel",
      follow: "books-and-deals",
      delayMs: () => 40 * world.random() ** 3,
      loses: (connection, subject) =>
        connection === "consumer" && subject.startsWith("dw1.") && 100 * world.random() < this.lossPercent,
    });
    this.world = world;
    this.owners = [world.owner("a"), world.owner("b")];
    world.takeOver(this.owners[0] as SpecOwner);
  }

  make(what: typeof fault extends fc.Arbitrary<infer Fault> ? Fault : never): void {
    const { world } = this;
    const owner = this.owners[Math.floor(2 * world.random())] as SpecOwner;
    happened.set(what, (happened.get(what) ?? 0) + 1);
    switch (what) {
      case "hand-over":
        this.owners.find((other) => other !== owner)?.relay.close();
        world.takeOver(owner);
        break;
      case "take-over":
        world.takeOver(owner);
        break;
      case "same-term":
        world.contest(owner);
        break;
      case "owner-silent":
        owner.holds = false;
        break;
      case "owner-cut":
        owner.bus.cut();
        break;
      case "owner-stalled":
        owner.bus.stall();
        break;
      case "consumer-cut":
        world.consumerBus.cut();
        break;
      case "consumer-stalled":
        world.consumerBus.stall();
        break;
      case "venue-cut":
        world.venue.disconnectAll();
        break;
      case "machine-slept":
        world.clock.jumpEpoch(30_000);
        break;
      case "noise":
        this.#noise();
        break;
      case "quiet":
        break;
    }
    world.look();
  }

  /** Everybody comes back. */
  heal(): void {
    this.lossPercent = 0;
    for (const owner of this.owners) {
      owner.holds = true;
      owner.bus.restore();
      owner.bus.resume();
    }
    this.world.consumerBus.restore();
    this.world.consumerBus.resume();
  }

  #noise(): void {
    const { world } = this;
    const stranger = world.bus.connect("stranger");
    const bytes = Uint8Array.from({ length: Math.floor(20 * world.random()) }, () => Math.floor(256 * world.random()));
    if (bytes.length > 1 && world.random() < 0.5) {
      bytes[0] = 1;
    }
    const channel = world.random() < 0.5 ? "depth" : "deals";
    stranger.publish(world.subjects.raw(channel, pairs[0] as string), bytes);
  }
}

describe("over a bus that delays, loses and is cut, with owners that come and go", () => {
  test("no book is live that is wrong or old, no trade is lost without a gap, and all is live again once all is well", () =>
    fc.assert(
      fc.asyncProperty(
        fc.noShrink(fc.nat()),
        fc.noShrink(fc.array(happening, { minLength: 5, maxLength: 25 })),
        async (seed, happenings) => {
          const tried = new Tried(seed);
          const { world } = tried;
          await world.run(1_000);
          for (const { fault: what, passedMs, lossPercent } of happenings) {
            tried.lossPercent = lossPercent;
            tried.make(what);
            await world.run(passedMs, 2);
            // Silence at the venue: only a beat tells of what was lost before it.
            await world.run(passedMs / 2, what === "quiet" ? 0 : 1);
            tried.heal();
            await world.run(60);
          }
          expect(world.seen.wrong).toEqual([]);
          expect(world.seen.tooOld).toEqual([]);
          // Whoever ignored what happened goes on; one owner above all others has to be enough.
          world.takeOver(tried.owners[0] as SpecOwner);
          for (let waitedMs = 0; waitedMs < 20_000 && world.labels().join() !== "live,live"; waitedMs += 500) {
            await world.run(500);
          }
          expect(world.labels()).toEqual(pairs.map(() => "live"));
          expect(world.seen.wrong).toEqual([]);
          expect(world.seen.tooOld).toEqual([]);
          compared += world.seen.live;
          // Trades: each once, in order, and nothing missing without a gap in its place; then they come as they happen.
          expect(world.dealFaults()).toEqual([]);
          await world.run(1_000);
          // What is under way on the bus arrives.
          await world.run(200, 0);
          for (const [pair, items] of world.heard) {
            const told = items.filter((item) => item.kind === "deal").map(({ deal }) => deal.tradedAtMs);
            expect(told.slice(-5)).toEqual(world.venue.tradesOf(pair).slice(-5));
            traded += told.length;
            toldGaps += items.filter(({ kind }) => kind === "gap").length;
          }
          missed += world.link.counts.missedEvents;
        },
      ),
      {
        numRuns: 12,
      },
    ));

  afterAll(() => {
    // Tries that compared nothing, or in which little happened, prove nothing.
    expect(compared).toBeGreaterThan(3_000);
    expect(traded).toBeGreaterThan(3_000);
    expect(Math.min(toldGaps, missed)).toBeGreaterThan(30);
    expect(happened.size).toBe(12);
  });
});
