import { describe, expect, test } from "vitest";
import { RelayWorld, type SpecOwner } from "../spec-kit/relay-world.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];
const live = ["live", "live", "live"];

/** A world with one owner whose books the consumer has. */
async function liveWorld(seed: number = 1): Promise<{ world: RelayWorld; owner: SpecOwner }> {
  const world = new RelayWorld(seed, pairs);
  const owner = world.owner("a");
  world.takeOver(owner);
  await world.run(1_000);
  expect(world.labels()).toEqual(live);
  return { world, owner };
}

/** Nothing that was shown as live was wrong or too old, and enough was looked at. */
function expectRight({ seen }: RelayWorld): void {
  expect(seen.wrong).toEqual([]);
  expect(seen.tooOld).toEqual([]);
  expect(seen.live).toBeGreaterThan(20);
}

describe("a consumer over the bus", () => {
  test("keeps the books of the venue, at the same update times", async () => {
    const { world } = await liveWorld();
    await world.run(1_000, 5);
    expect(world.labels()).toEqual(live);
    expectRight(world);
    expect(world.link.counts).toMatchObject({ gaps: 0, oldTerm: 0, numbersBack: 0, notTaken: 0, malformed: {} });
  });

  test("shows nothing as live before an owner is there", async () => {
    const world = new RelayWorld(1, pairs);
    await world.run(500);
    expect(world.labels()).not.toContain("live");
    const owner = world.owner("a");
    await world.run(500);
    expect(world.labels()).not.toContain("live");
    world.takeOver(owner);
    await world.run(600);
    expect(world.labels()).toEqual(live);
  });

  test("finds the last frame before silence missing by the beat behind it, and asks for a snapshot", async () => {
    const lost = { messages: 0 };
    const world = new RelayWorld(1, pairs, {
      loses: (connection, subject) => connection === "consumer" && subject.includes(".raw.") && lost.messages-- > 0,
    });
    world.takeOver(world.owner("a"));
    await world.run(1_000);
    lost.messages = 3;
    await world.run(200, 3);
    await world.run(1_000, 0);
    expect(world.link.counts.gaps).toBeGreaterThan(0);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("takes live away from everything when its owner is silent, and when the bus is gone", async () => {
    const { world, owner } = await liveWorld();
    owner.holds = false;
    await world.run(400);
    expect(world.labels()).toEqual(pairs.map(() => "relay-silent"));
    owner.holds = true;
    await world.run(600);
    expect(world.labels()).toEqual(live);
    world.consumerBus.cut();
    expect(world.labels()).toEqual(pairs.map(() => "relay-disconnected"));
    await world.run(200);
    world.consumerBus.restore();
    world.look();
    expect(world.labels()).not.toContain("live");
    await world.run(1_500);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("shows nothing as live that waited somewhere on the way, however much comes at once", async () => {
    const { world } = await liveWorld();
    world.consumerBus.stall();
    await world.run(3_000);
    expect(world.labels()).toEqual(pairs.map(() => "relay-silent"));
    world.consumerBus.resume();
    await world.clock.advanceAndSettle(0);
    world.look();
    await world.run(1_000);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("shows nothing as live right after its machine slept", async () => {
    const { world } = await liveWorld();
    world.clock.jumpEpoch(60_000);
    expect(world.labels()).toEqual(pairs.map(() => "relay-silent"));
    expect([...world.streams.values()].map((stream) => stream.read().reason)).toEqual(pairs.map(() => "relay-silent"));
    await world.run(600);
    expect(world.labels()).toEqual(live);
  });

  test("passes on that its owner's own books are not live", async () => {
    const { world } = await liveWorld();
    world.venue.disconnectAll();
    await world.clock.advanceAndSettle(5);
    expect(world.labels()).toEqual(pairs.map(() => "upstream-not-live"));
    await world.run(10_000);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("sees nothing of a hand-over to an owner that is live already", async () => {
    const { world, owner } = await liveWorld();
    const next = world.owner("b");
    await world.run(500);
    const labels: string[] = [];
    world.takeOver(next);
    owner.relay.close();
    for (let step = 0; step < 40; step++) {
      await world.run(20);
      labels.push(...world.labels());
    }
    expect(new Set(labels)).toEqual(new Set(["live"]));
    expectRight(world);
  });

  test("drops what an owner says that ignores its lost lease", async () => {
    const { world } = await liveWorld();
    const next = world.owner("b");
    await world.run(500);
    world.takeOver(next);
    await world.run(2_000);
    expect(world.link.counts.oldTerm).toBeGreaterThan(10);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("trusts neither of two owners under one term; the one with the larger name goes on under the next", async () => {
    const { world, owner } = await liveWorld();
    const rival = world.owner("b");
    await world.run(500);
    world.term--;
    const labels: string[] = [];
    world.consumerBus.onStatus(() => undefined);
    world.takeOver(rival);
    for (let step = 0; step < 50; step++) {
      await world.run(20);
      labels.push(...world.labels());
    }
    expect(labels).toContain("owner-changed");
    expect(world.link.counts.contested).toBeGreaterThan(0);
    expect(rival.relay.counts.contested + owner.relay.counts.contested).toBeGreaterThan(0);
    expect(world.link.standingOf("4BTC_USDT")).toMatchObject({ owner: "b", term: 2, doubt: undefined });
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });

  test("counts what it can't read, asks for a snapshot, and throws nothing", async () => {
    const { world } = await liveWorld();
    const stranger = world.bus.connect("stranger");
    const raw = world.subjects.raw("depth", "4BTC_USDT");
    for (const bytes of [[], [1], [2, 2, 0, 0, 0, 0, 0], [1, 15, 0], [1, 2, 255, 255], [1, 3, 1, 1, 1, 1, 1]]) {
      stranger.publish(raw, Uint8Array.from(bytes));
      await world.run(100);
    }
    expect(world.link.counts.malformed).toEqual({
      short: 3,
      "other-version": 1,
      "unknown-kind": 1,
      "unexpected-kind": 1,
    });
    await world.run(600);
    expect(world.labels()).toEqual(live);
    expectRight(world);
  });
});
