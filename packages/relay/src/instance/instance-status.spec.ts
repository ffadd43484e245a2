import { describe, expect, test } from "vitest";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import type { ShardStatus } from "./instance-status.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];
const shard = "s07";

async function scene(names: readonly string[]) {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  for (const name of names) {
    await spec.started(name);
  }
  await spec.until(() => spec.allLive, 20_000);
  await spec.world.run(5_000);
  const roleOf = (role: ShardStatus["role"]): SpecInstance =>
    spec.instances.find(({ relay }) =>
      relay.status().shards.some((one) => one.shard === shard && one.role === role),
    ) as SpecInstance;
  return { spec, roleOf };
}

const ofShard = ({ relay }: SpecInstance): ShardStatus =>
  relay.status().shards.find((one) => one.shard === shard) as ShardStatus;

/** Somebody else writes into the store; a renewal may come between reading and writing. */
async function overwrite(spec: InstanceWorld, key: string, text: string): Promise<void> {
  const stranger = spec.store.for(() => true);
  const write = async (): Promise<void> => {
    const { revision } = await stranger.read(key);
    const written = await stranger.compareAndSet(key, revision, text);
    return written === undefined ? write() : undefined;
  };
  await spec.during(write());
}

describe("what an instance says of itself", () => {
  test("an owner's lease is young, and how long it owns is told; a standby is warm, and since when", async () => {
    const { spec, roleOf } = await scene(["host-a", "host-b"]);
    const [owner, standby] = [roleOf("owner"), roleOf("standby")];
    const [owned, warm] = [ofShard(owner), ofShard(standby)];
    expect(owned).toMatchObject({ role: "owner", pairs: 1, live: 1, lease: "readable" });
    // Renewed four times a lease of a second; the store takes some milliseconds.
    expect(owned.leaseAgeMs).toBeLessThan(400);
    expect(warm).toMatchObject({ role: "standby", pairs: 1, live: 1, leaseAgeMs: undefined, booksNotLive: [] });
    expect(warm.term).toBe(owned.term);
    await spec.world.run(1_000);
    expect(ofShard(owner).roleForMs - owned.roleForMs).toBe(1_000);
    expect(ofShard(standby).liveForMs - warm.liveForMs).toBe(1_000);
    const { counts, published } = owner.relay.status();
    expect(counts.renewals).toBeGreaterThan(10);
    expect(published.echoes).toBeGreaterThan(10);
    expect(published.beats).toBeGreaterThan(10);
    standby.cutVenue("cut");
    await spec.world.run(100);
    expect(ofShard(standby)).toMatchObject({ live: 0, booksNotLive: [{ status: "stale" }] });
    expect(ofShard(standby).liveForMs).toBeLessThanOrEqual(100);
  });

  test("counts how often a store went away, and not each call that failed", async () => {
    const { spec, roleOf } = await scene(["host-a"]);
    const owner = roleOf("owner");
    spec.store.state = "refuses";
    await spec.world.run(2_000);
    const { counts, stores } = owner.relay.status();
    expect(stores.leases).toBe("away");
    expect(counts.storeFailures).toBeGreaterThan(3);
    // Two stores: that of leases, and, where it was asked meanwhile, that of the plan.
    expect([1, 2]).toContain(counts.storeStalls);
  });

  test("a lease that nobody understands is told once with its key, until somebody writes another text there", async () => {
    const { spec } = await scene(["host-a", "host-b"]);
    const told = () =>
      spec.instances
        .map(({ events }) => events.filter(({ kind }) => kind === "lease-unreadable"))
        .filter((one) => one.length > 0);
    await overwrite(spec, `main.${shard}`, "somebody's own word");
    await spec.world.run(5_000);
    const event = { kind: "lease-unreadable", shard, key: `main.${shard}` };
    expect(told()).toEqual([[event], [event]]);
    expect(spec.owners()[shard]).toBeUndefined();
    for (const one of spec.instances) {
      expect(ofShard(one)).toMatchObject({ role: "standby", lease: "unreadable", owner: undefined });
    }
    await overwrite(spec, `main.${shard}`, "and another");
    await spec.world.run(2_000);
    expect(told()).toEqual([
      [event, event],
      [event, event],
    ]);
    await overwrite(spec, `main.${shard}`, JSON.stringify({ holder: "", term: 1 }));
    await spec.until(() => spec.allLive, 5_000);
    expect(spec.allLive).toBe(true);
    expect(spec.instances.map((one) => ofShard(one).lease)).toEqual(["readable", "readable"]);
  });
});
