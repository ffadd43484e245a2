import { describe, expect, test } from "vitest";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { askInstances, type OperatorAnswer, type OperatorRequest } from "./operator.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];

async function scene(names: readonly string[]) {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  for (const name of names) {
    await spec.started(name);
  }
  await spec.until(() => spec.allLive, 20_000);
  await spec.world.run(2_500);
  const bus = spec.world.bus.connect("operator");
  const { subjects } = spec.world;
  const ask = (request: OperatorRequest, instance?: string): Promise<OperatorAnswer[]> =>
    spec.during(askInstances({ bus, subjects, limitMs: 2_000 }, request, instance));
  const owner = (shard: string): SpecInstance =>
    spec.instances.find(({ name }) => spec.owners()[shard]?.includes(name)) as SpecInstance;
  return { spec, bus, ask, owner };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = (instance: string, refusal: string) => [{ kind: "refused", instance, refusal }];

describe("the door for operators", () => {
  test("all say how they are, or one does", async () => {
    const { spec, ask } = await scene(["host-a", "host-b"]);
    const all = await ask({ kind: "status" });
    expect(all.map((answer) => (answer.kind === "status" ? answer.status.name : "")).sort()).toEqual([
      "host-a",
      "host-b",
    ]);
    const [one] = await ask({ kind: "status" }, "host-a");
    expect(one).toMatchObject({
      kind: "status",
      status: {
        name: "host-a",
        state: "taking-part",
        stores: { leases: "answers", shared: "answers" },
        members: [{ name: "host-b" }],
      },
    });
    spec.instances[0]?.cutVenue("cut");
    await spec.world.run(100);
    const [other] = await ask({ kind: "status" }, "host-a");
    const shards = other?.kind === "status" ? other.status.shards : [];
    expect(shards.flatMap(({ booksNotLive }) => booksNotLive.map(({ status }) => status))).toEqual(
      pairs.map(() => "stale"),
    );
  });

  test("a hand-over is done by whoever owns the shard, to the next one or to the named one", async () => {
    const { ask, owner } = await scene(["host-a", "host-b"]);
    const former = owner("s07");
    const [next] = ["host-a", "host-b"].filter((name) => name !== former.name);
    expect(await ask({ kind: "hand-over", shard: "s07" })).toEqual([
      { kind: "handed-over", instance: former.name, shard: "s07", to: next },
    ]);
    expect(owner("s07").name).toBe(next);
    const to = former.relay.status().owner;
    expect(await ask({ kind: "hand-over", shard: "s07", to }, next)).toEqual([
      { kind: "handed-over", instance: next, shard: "s07", to: former.name },
    ]);
    expect(owner("s07")).toBe(former);
  });

  test("a hand-over comes behind one that nobody asked for", async () => {
    const { spec, owner } = await scene(["host-a"]);
    const former = owner("s07");
    await spec.started("host-b");
    const shardIn = (wanted: string): string | undefined =>
      former.relay.status().shards.find(({ role }) => role === wanted)?.shard;
    // Those of whose pairs it is the first in the plan go to the newcomer.
    await spec.until(() => shardIn("handing-over") !== undefined, 20_000);
    const asked = shardIn("owner") as string;
    await spec.during(former.relay.handOver(asked));
    expect(owner(asked).name).toBe("host-b");
  });

  test("what is not done is refused, with the reason", async () => {
    const { spec, ask, owner } = await scene(["host-a"]);
    const [one] = spec.instances as [SpecInstance];
    expect(await ask({ kind: "hand-over", shard: "s07" })).toEqual(refused("host-a", "no-successor"));
    expect(await ask({ kind: "hand-over", shard: "s07", to: "nobody" })).toEqual(refused("host-a", "unknown-instance"));
    for (const to of ["host-a", one.relay.status().owner]) {
      expect(await ask({ kind: "hand-over", shard: "s07", to })).toEqual(refused("host-a", "owner-already"));
    }
    expect(await ask({ kind: "hand-over", shard: "s64" }, "host-a")).toEqual(refused("host-a", "unknown-shard"));
    expect(await ask({ kind: "hand-over", shard: "s64" })).toEqual([]);
    await expect(spec.during(one.relay.handOver("s07"))).rejects.toMatchObject({
      code: "relay-handover-refused",
      details: { shard: "s07", refusal: "no-successor" },
    });
    const other = await spec.started("host-b");
    await spec.world.run(1_000);
    const [holder, idle] = owner("s07") === one ? [one, other] : [other, one];
    expect(await ask({ kind: "hand-over", shard: "s07" }, idle.name)).toEqual(refused(idle.name, "not-owner"));
    const moved = spec.during(holder.relay.handOver("s07"));
    expect(await ask({ kind: "hand-over", shard: "s07" }, holder.name)).toEqual(refused(holder.name, "busy"));
    await moved;
    spec.store.state = "refuses";
    await spec.world.run(500);
    expect(await ask({ kind: "hand-over", shard: "s07" }, idle.name)).toEqual(refused(idle.name, "store-away"));
  });

  test("what is no request is refused, and moves nothing", async () => {
    const { spec, bus } = await scene(["host-a"]);
    const answers: unknown[] = [];
    const odd = ["", "7", "null", "{}", '{"kind":"hand-over"}', '{"kind":"hand-over","shard":7}', '{"kind":"stop"}'];
    for (const text of [...odd, `{"kind":"status","x":"${"x".repeat(5_000)}"}`]) {
      bus.request(spec.world.subjects.ops("host-a"), bytes(text), 1_000, (answer) => {
        if (answer !== undefined) {
          answers.push(JSON.parse(new TextDecoder().decode(answer)));
        }
      });
    }
    await spec.world.run(1_000);
    expect(answers).toEqual(Array.from({ length: odd.length + 1 }, () => refused("host-a", "malformed")[0]));
    expect(spec.allLive).toBe(true);
  });
});
