import { describe, expect, test } from "vitest";
import { Places } from "./rendezvous.js";
import {
  decodeShardPlan,
  encodeShardPlan,
  newerPlan,
  ownersOf,
  pairsByShard,
  shardCount,
  shardNames,
  shardOf,
  shardsOf,
} from "./shard-plan.js";

const pairs = Array.from({ length: 2_000 }, (_, index) => `4C${index}_USDT`);
const instances = ["host-a", "host-b", "host-c", "host-d"];
const plan = { revision: 3, pairs, instances };

describe("rendezvous hashing", () => {
  test("the shards of some pairs, which no release may change", () => {
    expect(["4BTC_USDT", "4ETH_USDT", "5BTC_USD", "BTC_USDT"].map(shardOf)).toMatchInlineSnapshot(`
      [
        "s07",
        "s19",
        "s31",
        "s35",
      ]
    `);
  });

  test("pairs spread over all shards, no shard has three times its part", () => {
    const sizes = [...pairsByShard(plan).values()].map(({ length }) => length);
    expect(sizes).toHaveLength(shardCount);
    expect(Math.max(...sizes)).toBeLessThan((3 * pairs.length) / shardCount);
  });

  test("what an instance leaves behind is spread over the others, and nothing else moves", () => {
    const others = instances.slice(1);
    const heirs = new Set<string | undefined>();
    for (const shard of shardNames) {
      const former = new Places(instances).preferred(shard);
      const present = new Places(others).preferred(shard);
      if (former === "host-a") {
        heirs.add(present);
        expect(present).toBe(new Places(instances).inOrder(shard)[1]);
      } else {
        expect(present).toBe(former);
      }
    }
    expect([...heirs].sort()).toEqual(others);
  });

  test("the order of the places does not matter, and no place is no owner", () => {
    const turned = [...instances].reverse();
    for (const shard of shardNames) {
      expect(new Places(turned).preferred(shard)).toBe(new Places(instances).preferred(shard));
      expect(ownersOf(plan, shard)[0]).toBe(new Places(instances).preferred(shard));
    }
    expect(new Places([]).preferred("s00")).toBeUndefined();
  });

  test("of two places that are equally heavy the one whose name is smaller comes first, in every process", () => {
    const equal = ["host-139599", "host-322382"] as const;
    const turned = equal.toReversed();
    for (const places of [equal, turned].map((names) => new Places(names))) {
      expect([places.preferred("s00"), ...places.inOrder("s00")]).toEqual([equal[0], ...equal]);
    }
  });
});

describe("a plan", () => {
  test("each shard has one owner", () => {
    const owned = instances.flatMap((instance) => shardsOf(plan, instance));
    expect(owned.sort()).toEqual([...shardNames]);
  });

  test("the larger revision counts", () => {
    const older = { ...plan, revision: 2 };
    expect(newerPlan(undefined, older)).toBe(older);
    expect(newerPlan(plan, older)).toBe(plan);
    expect(newerPlan(older, plan)).toBe(plan);
  });

  test("is read as it was written", () => {
    expect(decodeShardPlan(encodeShardPlan(plan))).toEqual(plan);
  });

  test.each([
    "",
    "[]",
    "7",
    '{"revision":-1,"pairs":[],"instances":[]}',
    '{"revision":1,"pairs":["a.b"],"instances":[]}',
    '{"revision":1,"pairs":[],"instances":[5]}',
    '{"revision":1,"pairs":{}}',
  ])("%j is none", (text) => {
    expect(() => decodeShardPlan(text)).toThrow(expect.objectContaining({ code: "value-invalid" }));
  });
});
