import { describe, expect, test } from "vitest";
import { MemoryLeaseStore } from "../lease/memory-lease-store.js";
import type { LeaseStore } from "../ports/lease-store.js";
import { PlanKeeper } from "./plan-keeper.js";
import { encodeShardPlan, ownersOf, type ShardPlan, shardOf, withPlace } from "./shard-plan.js";
import { wantedPlan } from "./wanted-plan.js";

const pairs = ["4BTC_USDT", "4ETH_USDT"];
const present = (names: readonly string[], absent: readonly string[] = []) => ({
  pairs: new Map(names.map((name) => [name, pairs] as const)),
  absent: new Set(absent),
});

describe("the plan as it should be", () => {
  test("whoever joins is in it, whoever is absent is not, and nothing changes without need", () => {
    const first = wantedPlan(undefined, present(["b"]), "b") as ShardPlan;
    expect(first).toEqual({ revision: 1, pairs, instances: ["b"], placed: undefined });
    const second = wantedPlan(first, present(["a", "b"]), "a") as ShardPlan;
    expect(second).toMatchObject({ revision: 2, instances: ["a", "b"] });
    expect(wantedPlan(second, present(["a", "b"]), "a")).toBeUndefined();
    expect(wantedPlan(second, present(["a"], ["b"]), "a")).toMatchObject({ revision: 3, instances: ["a"] });
    expect(wantedPlan(second, present(["b"], ["a"]), undefined)).toMatchObject({ instances: ["b"] });
  });

  test("its pairs are all that somebody can follow; none is taken out while that is not known", () => {
    const plan = { revision: 4, pairs: ["4BTC_USDT", "5BTC_USD"], instances: ["a", "b"] };
    const known = new Map<string, readonly string[] | undefined>([
      ["a", pairs],
      ["b", undefined],
    ]);
    expect(wantedPlan(plan, { pairs: known, absent: new Set() }, "a")?.pairs).toEqual([...pairs, "5BTC_USD"]);
    known.set("b", ["4BTC_USDT"]);
    expect(wantedPlan(plan, { pairs: known, absent: new Set() }, "a")?.pairs).toEqual(pairs);
  });

  test("an operator's places stand before all others, as long as the instance is there", () => {
    const shard = shardOf("4BTC_USDT");
    const plan = { revision: 4, pairs, instances: ["a", "b"] };
    const [, second = ""] = ownersOf(plan, shard);
    const placed = withPlace(plan, shard, second);
    expect(placed).toMatchObject({ revision: 5, placed: { [shard]: second } });
    expect(ownersOf(placed, shard)[0]).toBe(second);
    expect(withPlace(placed, shard, undefined)).toEqual({ ...plan, revision: 6, placed: undefined });
    const others = ["a", "b"].filter((name) => name !== second);
    expect(wantedPlan(placed, present(others, [second]), undefined)?.placed).toBeUndefined();
  });
});

describe("the plan in the store", () => {
  const keeper = (store: LeaseStore, seen: number[] = [], unreadable: unknown[] = []) =>
    new PlanKeeper({
      store,
      key: "plan",
      changed: ({ revision }) => seen.push(revision),
      unreadable: (error) => unreadable.push(error),
    });
  const join = (name: string) => (plan: ShardPlan | undefined) => wantedPlan(plan, present([name, "x"]), name);

  test("many who change it at once all stand in it", async () => {
    const store = new MemoryLeaseStore();
    const names = ["a", "b", "c", "d", "e"];
    const all = names.map(() => keeper(store));
    const done = await Promise.all(all.map((one, index) => one.change(join(names[index] as string))));
    expect(done).toEqual([true, true, true, true, true]);
    await all[0]?.read();
    expect(all[0]?.plan).toMatchObject({ revision: 5, instances: names });
  });

  test("a store that lost it gets the newest that somebody knows", async () => {
    const store = new MemoryLeaseStore();
    const one = keeper(store);
    await one.change(join("a"));
    await one.change(join("b"));
    const empty = new MemoryLeaseStore();
    let present: LeaseStore = store;
    const seen: number[] = [];
    const other = keeper(
      {
        read: (key) => present.read(key),
        compareAndSet: (key, expected, text) => present.compareAndSet(key, expected, text),
      },
      seen,
    );
    await other.read();
    present = empty;
    expect(await other.read()).toBe(true);
    expect((await empty.read("plan")).text).toBe(encodeShardPlan(other.plan as ShardPlan));
    expect(seen).toEqual([2]);
  });

  test("what is no plan is left alone and told; a store that fails changes nothing", async () => {
    const store = new MemoryLeaseStore();
    await store.compareAndSet("plan", 0, "rubbish");
    const unreadable: unknown[] = [];
    const one = keeper(store, [], unreadable);
    expect(await one.change(join("a"))).toBe(false);
    expect(await one.read()).toBe(false);
    expect(unreadable.length).toBe(1);
    await store.compareAndSet("plan", 1, "other rubbish");
    expect(await one.read()).toBe(false);
    expect(unreadable.length).toBe(2);
    await store.compareAndSet("plan", 2, "rubbish");
    expect((await store.read("plan")).text).toBe("rubbish");
    const failing: LeaseStore = {
      read: () => Promise.reject(new Error("away")),
      compareAndSet: () => Promise.reject(new Error("away")),
    };
    const other = keeper(failing);
    expect([await other.read(), other.plan, other.isBusy]).toEqual([false, undefined, false]);
  });
});
