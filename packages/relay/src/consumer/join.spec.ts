import { createPureInflate } from "@depthwire/book";
import { createEngine } from "@depthwire/stream";
import { socketsOfFeeds } from "@depthwire/stream/internal";
import { expect, test } from "vitest";
import type { Bus } from "../bus/bus.js";
import type { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { RelayLink } from "./relay-link.js";
import { expectHealed, liveWorld, pair } from "./stranger.spec-kit.js";

/** A book that waits for its first state. */
const awaiting: readonly string[] = ["syncing", "connecting", "awaiting-snapshot"];
const isNews = (label: string): boolean => !awaiting.includes(label);

/** A reader that joins now, and what its book is called from then on, each change once. */
function joined({ world, bus }: { readonly world: RelayWorld; readonly bus: Bus }) {
  const { clock, random, subjects } = world;
  const link = new RelayLink({ bus, subjects, clock });
  const shard = { openSocket: socketsOfFeeds(link.openFeed), createInflate: createPureInflate };
  const book = createEngine({ addresses: ["ws://relay"] }, { clock, random, shard, doubtOf: link.doubtOf }).book(pair);
  const labels: string[] = [];
  void (async () => {
    for await (const { reason, status } of book) {
      const label = reason ?? status;
      if (labels.at(-1) !== label) {
        labels.push(label);
      }
    }
  })();
  return { link, book, labels };
}

/** A connection whose answers of some subjects come so much later; those later than their limit come to nobody. */
function answeringLate(world: RelayWorld, subject: string, lateMs: number) {
  const bus = world.bus.connect("late");
  const asked: number[] = [];
  const late: Bus = Object.assign(Object.create(bus) as Bus, {
    onStatus: bus.onStatus.bind(bus),
    subscribe: bus.subscribe.bind(bus),
    request(to: string, bytes: Uint8Array, limitMs: number, answered: (answer: Uint8Array | undefined) => void) {
      if (to !== subject) {
        bus.request(to, bytes, limitMs, answered);
        return;
      }
      const sentMs = world.clock.monotonicMs();
      asked.push(sentMs);
      bus.request(to, bytes, limitMs, (answer) => {
        if (answer === undefined) {
          answered(undefined);
        } else if (lateMs < limitMs) {
          world.clock.after(lateMs, () => answered(answer));
        }
      });
    },
  });
  Object.defineProperty(late, "status", { get: () => bus.status });
  return { late, asked };
}

test("a book that is joined is called silent by nobody while its owner proves itself", async () => {
  const { world, owner } = await liveWorld();
  for (let round = 0; round < 10; round++) {
    await world.run(20 * round);
    const { labels, book } = joined({ world, bus: world.bus.connect(`joiner-${round}`) });
    await world.run(500);
    expect([book.latest.status, labels.filter(isNews)]).toEqual(["live", ["live"]]);
  }
  // Once it was proven, silence is told.
  const { labels } = joined({ world, bus: world.bus.connect("last") });
  await world.run(500);
  owner.holds = false;
  await world.run(500);
  expect(labels.at(-1)).toBe("relay-silent");
});

test("a book whose owner does not prove itself within its limit is shown as what it is", async () => {
  const { world } = await liveWorld();
  const { late } = answeringLate(world, world.subjects.echo("none"), 0);
  const echoless: Bus = Object.create(late, {
    request: {
      value: (to: string, ...rest: [Uint8Array, number, (answer: Uint8Array | undefined) => void]) => {
        if (!to.includes(".echo.")) {
          late.request(to, ...rest);
        }
      },
    },
  }) as Bus;
  const { labels } = joined({ world, bus: echoless });
  await world.run(300);
  expect(labels.filter(isNews)).toEqual([]);
  await world.run(700);
  expect(labels.at(-1)).toBe("relay-silent");
});

test.each([
  [100, 1],
  [900, 2],
  [1_900, 3],
  [3_900, 5],
])("an owner that needs %i ms for a state is asked %i times, and the book is live", async (lateMs, times) => {
  const { world } = await liveWorld();
  const { late, asked } = answeringLate(world, world.subjects.snap(pair), lateMs);
  const { book, link } = joined({ world, bus: late });
  await world.run(9_500);
  expect(book.latest.status).toBe("live");
  expect(asked.length).toBe(times);
  expect(link.counts).toMatchObject({ snapshotsAsked: times, snapshots: 1 });
  // One question at a time, each for twice as long as the last; after five seconds the engine subscribes anew.
  const pausesMs = asked.slice(1).map((atMs, place) => atMs - (asked[place] as number));
  expect(pausesMs.slice(0, 3)).toEqual([500, 1_000, 2_000].slice(0, times - 1));
});

test("a new owner is asked at once, however long the former one was waited for", async () => {
  const { world, owner } = await liveWorld();
  const { late, asked } = answeringLate(world, world.subjects.snap(pair), 100_000);
  joined({ world, bus: late });
  await world.run(6_000);
  const before = asked.length;
  const next = world.owner("b");
  await world.run(500);
  owner.holds = false;
  world.takeOver(next);
  const sinceMs = world.clock.monotonicMs();
  await world.run(600);
  expect(before).toBeLessThanOrEqual(5);
  expect((asked[before] as number) - sinceMs).toBeLessThan(500);
  await expectHealed(world);
});
