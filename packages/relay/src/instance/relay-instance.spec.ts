import { type FakeClock, fakeClock, seededRandom } from "@depthwire/testkit";
import { expect, test } from "vitest";
import { MemoryBus } from "../bus/memory-bus.js";
import { MemoryLeaseStore } from "../lease/memory-lease-store.js";
import type { LeaseStore } from "../ports/lease-store.js";
import { Subjects } from "../wire/subjects.js";
import { RelayInstance, type RelayInstanceEvent } from "./relay-instance.js";

interface InstanceScene {
  readonly unsafeStore?: "refuse" | "allow";
  readonly venue?: string;
  readonly sharedStore?: LeaseStore;
  readonly clock?: FakeClock;
}

function instanceOn(leaseStore: LeaseStore, events: RelayInstanceEvent[], scene: InstanceScene = {}) {
  const { unsafeStore = "refuse", venue = "main", sharedStore = new MemoryLeaseStore() } = scene;
  const { clock = fakeClock() } = scene;
  const instance = new RelayInstance({
    bus: new MemoryBus(clock).connect("host-a"),
    leaseStore,
    sharedStore,
    subjects: new Subjects(venue),
    name: "host-a",
    clock,
    random: seededRandom(1),
    pairs: ["4BTC_USDT", "4ETH_USDT"],
    leaseMs: 1_000,
    unsafeStore,
    venueTimeMs: () => Promise.resolve(1_700_000_000_000),
    listener: (event) => events.push(event),
  });
  return { clock, instance };
}

test("owns its shards under terms of the venue's time, and gives them back", async () => {
  const events: RelayInstanceEvent[] = [];
  const { clock, instance } = instanceOn(new MemoryLeaseStore(), events);
  await instance.start();
  await clock.advanceAndSettle(2_500);
  const { owner, shards } = instance.status();
  expect(owner).toMatch(/^host-a-\w+-\w+$/);
  expect(shards.map(({ shard, role }) => [shard, role])).toEqual([
    ["s07", "owner"],
    ["s19", "owner"],
  ]);
  expect(shards[0]?.term).toBeGreaterThanOrEqual(1_700_000_000_000);
  await instance.close();
  expect(events.filter(({ kind }) => kind === "lost")).toHaveLength(2);
});

test("has leases and a plan of its own for each venue, in one store", async () => {
  const [leases, sharedStore] = [new MemoryLeaseStore(), new MemoryLeaseStore()];
  const clock = fakeClock();
  const instances = ["one", "other"].map((venue) => instanceOn(leases, [], { venue, sharedStore, clock }).instance);
  await Promise.all(instances.map((instance) => instance.start()));
  await clock.advanceAndSettle(5_000);
  for (const instance of instances) {
    expect(instance.status().shards.map(({ role }) => role)).toEqual(["owner", "owner"]);
  }
});

test("can be started again after the store did not answer", async () => {
  const kept = new MemoryLeaseStore();
  let isAway = true;
  const store: LeaseStore = {
    read: (key) => (isAway ? Promise.reject(new Error("away")) : kept.read(key)),
    compareAndSet: (key, expected, text) => kept.compareAndSet(key, expected, text),
  };
  const { clock, instance } = instanceOn(store, []);
  await expect(instance.start()).rejects.toThrow("away");
  expect(instance.status().state).toBe("starting");
  isAway = false;
  await instance.start();
  await clock.advanceAndSettle(2_500);
  expect(instance.status().shards.map(({ role }) => role)).toEqual(["owner", "owner"]);
  await instance.close();
  const closed = instanceOn(store, []).instance;
  await closed.close();
  expect(closed.status().state).toBe("closed");
});

test("refuses a store that gives one revision to several updates, unless that is allowed", async () => {
  const careless: LeaseStore = {
    read: () => Promise.resolve({ revision: 1, text: undefined }),
    compareAndSet: () => Promise.resolve(2),
  };
  const events: RelayInstanceEvent[] = [];
  await expect(instanceOn(careless, events).instance.start()).rejects.toMatchObject({
    code: "relay-store-unsafe",
    details: { rounds: 50, unsafeRounds: 50 },
  });
  const { instance } = instanceOn(careless, events, { unsafeStore: "allow" });
  await instance.start();
  expect(events).toContainEqual({ kind: "store-unsafe", rounds: 50, unsafeRounds: 50 });
  await instance.close();
});
