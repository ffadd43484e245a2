import { describe, expect, test } from "vitest";
import { ownersOf } from "../plan/shard-plan.js";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { encodeMemberBeat } from "./member-beat.js";
import type { RelayInstanceOptions } from "./relay-instance.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];
const shards = ["s07", "s19", "s31"];
/** With beats of 100 ms, a limit of 350 ms and a lease of 1 s. */
const liveAgainMs = 1_600;

/** A world with instances whose books the consumer has. */
async function liveWorld(names: readonly string[], more: Partial<RelayInstanceOptions> = {}) {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  for (const name of names) {
    await spec.started(name, more);
  }
  await spec.until(() => spec.allLive && Object.keys(spec.owners()).length === shards.length, 20_000);
  // Whoever should own a shard does.
  await spec.world.run(3_000);
  expect(spec.world.labels()).toEqual(["live", "live", "live"]);
  return spec;
}

function expectRight({ world, sharedTerms }: InstanceWorld): void {
  expect(world.seen.wrong).toEqual([]);
  expect(world.seen.tooOld).toEqual([]);
  expect(sharedTerms).toEqual([]);
}

/** Lets time pass, and returns all that the consumer's books were called. */
async function labelsDuring({ world }: InstanceWorld, ms: number): Promise<string[]> {
  const labels = new Set<string>();
  for (let passed = 0; passed < ms; passed += 20) {
    await world.run(20);
    for (const label of world.labels()) {
      labels.add(label);
    }
  }
  return [...labels];
}

const ownerOf = (spec: InstanceWorld, shard: string): SpecInstance => {
  const [name] = spec.owners()[shard] ?? [];
  return spec.instances.find((one) => one.name === name && !one.process.isDead) as SpecInstance;
};
/** How many instances follow each pair. */
const followers = (spec: InstanceWorld) =>
  pairs.map((pair) => spec.instances.filter(({ followed }) => followed.has(pair)).length);
const moves = ({ events }: SpecInstance) => events.filter(({ kind }) => kind === "hand-over");

describe("instances that share a store", () => {
  test("own each shard once, as the plan says, and stand by for the others", async () => {
    const spec = await liveWorld(["host-a", "host-b", "host-c"]);
    const instances = ["host-a", "host-b", "host-c"];
    const preferred = shards.map((shard) => [shard, ownersOf({ instances }, shard).slice(0, 1)]);
    expect(spec.owners()).toEqual(Object.fromEntries(preferred));
    const { plan, members, state } = (spec.instances[0] as SpecInstance).relay.status();
    expect(plan).toMatchObject({ instances, pairs: 3 });
    expect([members.map(({ name }) => name).sort(), state]).toEqual([["host-b", "host-c"], "taking-part"]);
    // Warm: two follow each pair, and no more.
    await spec.until(() => followers(spec).join() === "2,2,2", 20_000);
    expect(followers(spec)).toEqual([2, 2, 2]);
    expectRight(spec);
  });

  test("are live again within the bound after an owner's death", async () => {
    const spec = await liveWorld(["host-a", "host-b", "host-c"]);
    const dead = ownerOf(spec, "s07");
    dead.kill();
    await spec.world.run(400);
    expect(spec.allLive).toBe(false);
    expect(400 + (await spec.until(() => spec.allLive, 10_000))).toBeLessThanOrEqual(liveAgainMs);
    await spec.world.run(4_000);
    const [one] = spec.instances.filter(({ process }) => !process.isDead);
    expect(one?.relay.status().plan?.instances).not.toContain(dead.name);
    expect(one?.events).toContainEqual({ kind: "left", instance: dead.name });
    expectRight(spec);
  });

  test("whoever joins gets its shards by hand-over, one at a time, once, and no book is out of live", async () => {
    const spec = await liveWorld(["host-a"]);
    const former = spec.instances[0] as SpecInstance;
    const joined = await spec.started("host-b");
    const labels = await labelsDuring(spec, 10_000);
    expect(labels).toEqual(["live"]);
    const instances = ["host-a", "host-b"];
    const preferred = shards.map((shard) => ownersOf({ instances }, shard).slice(0, 1));
    expect(shards.map((shard) => spec.owners()[shard])).toEqual(preferred);
    const moved = preferred.filter(([name]) => name === joined.name).length;
    const steps = moves(former).map((event) => ("step" in event ? event.step : ""));
    expect(moved).toBeGreaterThan(0);
    expect(steps).toEqual(Array.from({ length: moved }, () => ["begun", "done"]).flat());
    expect(moves(joined)).toEqual([]);
    expect(former.events).toContainEqual(expect.objectContaining({ kind: "lost", cause: "handed-over" }));
    expectRight(spec);
  });

  test("a hand-over takes no book out of live, and the shard stays where it was put", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    const former = ownerOf(spec, "s07");
    const asked = spec.during(former.relay.handOver("s07"));
    const labels = await labelsDuring(spec, 2_000);
    await asked;
    expect(labels).toEqual(["live"]);
    const next = ownerOf(spec, "s07");
    expect(next.name).not.toBe(former.name);
    expect(former.relay.status().counts.handedOver).toBe(1);
    await labelsDuring(spec, 5_000);
    expect(ownerOf(spec, "s07")).toBe(next);
    await spec.during(next.relay.handOver("s07", former.name));
    expect(await labelsDuring(spec, 1_000)).toEqual(["live"]);
    expect(ownerOf(spec, "s07")).toBe(former);
    expectRight(spec);
  });

  test("whoever closes hands over first: no book is out of live", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    const leaving = ownerOf(spec, "s07");
    const closed = leaving.relay.close();
    const labels = await labelsDuring(spec, 4_000);
    await closed;
    expect(labels).toEqual(["live"]);
    const staying = spec.instances.find((one) => one !== leaving) as SpecInstance;
    expect(Object.values(spec.owners())).toEqual([[staying.name], [staying.name], [staying.name]]);
    expect(staying.relay.status()).toMatchObject({ plan: { instances: [staying.name] }, members: [] });
    const { state, counts } = leaving.relay.status();
    expect([state, counts.lost > 0, counts.lost]).toEqual(["closed", true, counts.handedOver]);
    expect(leaving.followed.size).toBe(0);
    expectRight(spec);
  });

  test("whoever closes waits for no successor that closes too, and not for ever for one that died", async () => {
    const both = await liveWorld(["host-a", "host-b"]);
    const left = both.during(Promise.all(both.instances.map(({ relay }) => relay.close())));
    expect(await both.until(() => both.instances.every(({ relay }) => relay.status().state === "closed"), 20_000))
      // Either was offered something before it was told of the other's end.
      .toBeLessThan(1_500);
    await left;
    const spec = await liveWorld(["host-a", "host-b"]);
    const leaving = ownerOf(spec, "s07");
    const closed = leaving.relay.close();
    spec.instances.find((one) => one !== leaving)?.kill();
    expect(await spec.until(() => leaving.relay.status().state === "closed", 20_000)).toBeLessThanOrEqual(6_500);
    await closed;
  });

  test("whoever comes later and means another venue owns nothing, even when the others are gone, and both are told", async () => {
    const spec = new InstanceWorld(new RelayWorld(1, pairs));
    const first = await spec.started("host-a", { venueIdentity: "https://one.example" });
    const same = await spec.started("host-c", { venueIdentity: "https://one.example" });
    await spec.until(() => spec.allLive, 20_000);
    const other = await spec.started("host-b", { venueIdentity: "https://other.example" });
    expect(await labelsDuring(spec, 3_000)).toEqual(["live"]);
    expect(other.events).toContainEqual({ kind: "venue-differs", instance: "host-a", part: "joins" });
    expect(first.events.filter(({ kind }) => kind === "venue-differs")).toEqual([
      { kind: "venue-differs", instance: "host-b", part: "stays" },
    ]);
    first.kill();
    same.kill();
    await spec.world.run(5_000);
    expect(other.relay.status().counts.won).toBe(0);
    expect(spec.allLive).toBe(false);
  });

  test("a stranger's word of another venue ends nobody who takes part", async () => {
    const spec = await liveWorld(["host-a", "host-b"], { venueIdentity: "https://one.example" });
    const { world } = spec;
    const live = Array.from({ length: 64 }, () => 0);
    const beat = { version: 1, beat: 1e9, plan: 0, store: "answers", live, owned: {}, state: "present" } as const;
    const bytes = encodeMemberBeat({ ...beat, name: "stranger", owner: "stranger", venue: "x" });
    world.bus.connect("stranger").publish(world.subjects.members(), bytes);
    expect(await labelsDuring(spec, 5_000)).toEqual(["live"]);
    for (const { events } of spec.instances) {
      expect(events).toContainEqual({ kind: "venue-differs", instance: "stranger", part: "stays" });
    }
    expectRight(spec);
  });

  test("whoever was stopped and wakes knows that it owns nothing", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    const owner = ownerOf(spec, "s07");
    owner.process.stop();
    owner.bus.stall();
    expect(await spec.until(() => !spec.allLive, 1_000)).toBeLessThan(500);
    expect(await spec.until(() => spec.allLive, 10_000)).toBeLessThanOrEqual(liveAgainMs);
    owner.process.continue();
    owner.bus.resume();
    expect(await labelsDuring(spec, 1_000)).toEqual(["live"]);
    expect(owner.events).toContainEqual(expect.objectContaining({ kind: "lost", cause: "ran-out" }));
    expectRight(spec);
  });

  test("whoever is cut off from the bus gives its shards up", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    const owner = ownerOf(spec, "s07");
    owner.bus.cut();
    expect(await spec.until(() => !spec.allLive, 1_000)).toBeLessThan(500);
    expect(await spec.until(() => spec.allLive, 10_000)).toBeLessThanOrEqual(liveAgainMs);
    expect(owner.relay.status().state).toBe("cut-off");
    expect(owner.relay.status().shards.filter(({ role }) => role === "owner")).toEqual([]);
    owner.bus.restore();
    await spec.world.run(1_000);
    expect(owner.relay.status().state).toBe("taking-part");
    expectRight(spec);
  });

  test("whose venue is gone hands over to whom it is not gone for", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    const owner = ownerOf(spec, "s07");
    owner.cutVenue("cut");
    await spec.until(() => !spec.allLive, 1_000);
    await spec.until(() => spec.allLive, 10_000);
    expect(spec.allLive).toBe(true);
    expect(ownerOf(spec, "s07")).not.toBe(owner);
    owner.cutVenue("open");
    expect(await labelsDuring(spec, 10_000)).toEqual(["live"]);
    expectRight(spec);
  });

  test("when the store is away, nothing is owned at 85 % of the lease, and all is back with the store", async () => {
    const spec = await liveWorld(["host-a", "host-b"]);
    spec.store.state = "hangs";
    await spec.world.run(2_500);
    expect(spec.owners()).toEqual({});
    expect(spec.allLive).toBe(false);
    spec.store.state = "answers";
    await spec.until(() => spec.allLive, 10_000);
    expect(spec.allLive).toBe(true);
    const { events } = spec.instances[0] as SpecInstance;
    const told = events.filter((event) => "store" in event && event.store === "leases").map(({ kind }) => kind);
    expect(told).toEqual(["store-failed", "store-answers"]);
    expectRight(spec);
  });

  test.each(["refuses", "hangs"] as const)(
    "`publish` goes on at the same term while the store %s for all, and not a moment longer",
    async (state) => {
      const spec = await liveWorld(["host-a", "host-b"], { onLeaseLoss: "publish" });
      const terms = () => spec.instances.flatMap(({ relay }) => relay.status().shards.map(({ term }) => term)).sort();
      const before = terms();
      spec.store.state = state;
      expect(await labelsDuring(spec, 10_000)).toEqual(["live"]);
      spec.store.state = "answers";
      expect(await labelsDuring(spec, 4_000)).toEqual(["live"]);
      expect(terms()).toEqual(before);
      // One of them is away from the store alone: the other one may have won.
      const owner = ownerOf(spec, "s07");
      owner.reachesStore = false;
      await spec.until(() => ownerOf(spec, "s07") !== owner, 10_000);
      await spec.until(() => spec.allLive, 10_000);
      expect(spec.allLive).toBe(true);
      expect(owner.events).toContainEqual(expect.objectContaining({ kind: "publishing-on" }));
      expectRight(spec);
    },
  );

  test("cold: follows what it is to own alone, and takes over all the same", async () => {
    const spec = await liveWorld(["host-a", "host-c"], { standby: "cold" });
    await spec.until(() => followers(spec).join() === "1,1,1", 20_000);
    expect(followers(spec)).toEqual([1, 1, 1]);
    const owner = ownerOf(spec, "s07");
    owner.kill();
    await spec.until(() => !spec.allLive, 1_000);
    await spec.until(() => spec.allLive, 20_000);
    expect(spec.allLive).toBe(true);
    expectRight(spec);
  });

  test("outbids an owner that takes part in nothing and speaks under a larger or the same term", async () => {
    const spec = await liveWorld(["host-a"]);
    const { world } = spec;
    const [instance] = spec.instances as [SpecInstance];
    const rogue = world.owner("zz-rogue");
    const terms = () => instance.relay.status().shards.map(({ term }) => term);
    const before = terms();
    for (const [index, more] of [5_000, 0].entries()) {
      for (const [place, shard] of shards.entries()) {
        rogue.relay.own(shard, more + (before[place] as number) + index);
      }
      await world.run(4_000);
      expect(world.labels()).toEqual(["live", "live", "live"]);
      expect(terms().every((term, place) => term > more + (before[place] as number))).toBe(true);
    }
    expect(world.seen.wrong).toEqual([]);
    expect(world.seen.tooOld).toEqual([]);
  });

  test("an instance that can follow more pairs of a shard owns it", async () => {
    const spec = new InstanceWorld(new RelayWorld(1, pairs));
    await spec.started("host-c", { pairs: ["4ETH_USDT"] });
    await spec.started("host-a");
    await spec.until(() => spec.allLive, 20_000);
    expect(spec.allLive).toBe(true);
    expect(spec.owners()).toMatchObject({ s07: ["host-a"], s31: ["host-a"] });
    expect(spec.instances[0]?.relay.status().plan?.pairs).toBe(3);
    expectRight(spec);
  });
});
