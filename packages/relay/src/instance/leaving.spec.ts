import { expect, test } from "vitest";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import type { RelayInstanceOptions } from "./relay-instance.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];
/** Longest time that `close()` spends on hand-overs by default. */
const closeLimitMs = 5_000;

/** An owner of everything beside another instance, which is as `more` says, and a consumer whose books are live. */
async function ownerOfAll(
  more: Partial<RelayInstanceOptions> = {},
): Promise<{ spec: InstanceWorld; owner: SpecInstance; other: SpecInstance }> {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  const owner = await spec.started("host-a", { rebalanceAfterMs: 600_000 });
  await spec.until(() => spec.allLive, 20_000);
  const other = await spec.started("host-b", more);
  await spec.world.run(5_000);
  expect(Object.values(spec.owners()).flat()).toEqual(pairs.map(() => "host-a"));
  return { spec, owner, other };
}

interface Leaving {
  readonly tookMs: number;
  /** What the consumer's books were called meanwhile, and for two seconds more. */
  readonly labels: readonly string[];
}

/** Closes it; `meanwhile` is called with how many milliseconds have passed. */
async function leave(
  { world }: InstanceWorld,
  owner: SpecInstance,
  meanwhile: (passedMs: number) => void = () => undefined,
): Promise<Leaving> {
  const labels = new Set<string>();
  let tookMs: number | undefined;
  let passedMs = 0;
  const closing = owner.relay.close().finally(() => {
    tookMs = passedMs;
  });
  while (passedMs < (tookMs ?? 30_000) + 2_000) {
    meanwhile(passedMs);
    await world.run(20);
    passedMs += 20;
    for (const label of world.labels()) {
      labels.add(label);
    }
  }
  await closing;
  return { tookMs: tookMs ?? Number.POSITIVE_INFINITY, labels: [...labels] };
}

function expectHandedOver(spec: InstanceWorld, owner: SpecInstance): void {
  expect(owner.relay.status().counts).toMatchObject({ handedOver: pairs.length });
  expect(Object.values(spec.owners()).flat()).toEqual(pairs.map(() => "host-b"));
  expect(spec.world.seen).toMatchObject({ wrong: [], tooOld: [] });
}

test("whoever closes waits for a successor whose store does not answer for a moment", async () => {
  const { spec, owner, other } = await ownerOfAll();
  other.reachesStore = false;
  await spec.world.run(1_000);
  const { labels } = await leave(spec, owner, (passedMs) => {
    other.reachesStore = passedMs >= 2_500;
  });
  expect(labels).toEqual(["live"]);
  expectHandedOver(spec, owner);
});

test("whoever closes waits for a successor that has just begun", async () => {
  const { spec, owner, other } = await ownerOfAll();
  other.kill();
  await spec.world.run(5_000);
  const heard = owner.events.length;
  void spec.instance("host-b").relay.start();
  await spec.until(() => owner.events.slice(heard).some(({ kind }) => kind === "joined"), 5_000);
  const { labels } = await leave(spec, owner);
  expect(labels).toEqual(["live"]);
  expectHandedOver(spec, owner);
});

test("whoever closes waits for the books of a cold standby, which follows them from then on", async () => {
  const { spec, owner, other } = await ownerOfAll({ standby: "cold" });
  await spec.world.run(15_000);
  // Of one shard it is the first in the plan.
  expect(other.followed.size).toBe(1);
  const { labels } = await leave(spec, owner);
  expect(labels).toEqual(["live"]);
  expectHandedOver(spec, owner);
});

test("whoever closes waits no longer than it may: what nobody took by then is given back", async () => {
  const { spec, owner, other } = await ownerOfAll();
  other.reachesStore = false;
  await spec.world.run(1_000);
  const { tookMs } = await leave(spec, owner);
  expect(tookMs).toBeGreaterThanOrEqual(closeLimitMs);
  expect(tookMs).toBeLessThan(closeLimitMs + 1_000);
  expect(owner.relay.status().counts).toMatchObject({ handedOver: 0, lost: pairs.length });
});

test.each([
  ["nobody else is there", (one: SpecInstance) => one.kill(), 4_000],
  ["whoever else is there leaves too", (one: SpecInstance) => void one.relay.close(), 200],
])("whoever closes waits for nobody where %s", async (_, end, laterMs) => {
  const { spec, owner, other } = await ownerOfAll();
  end(other);
  await spec.world.run(laterMs);
  const { tookMs } = await leave(spec, owner);
  expect(tookMs).toBeLessThan(500);
});

test("whoever closes waits for nobody where the other one follows other pairs", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  const owner = await spec.started("host-a", { pairs: pairs.slice(0, 2) });
  await spec.started("host-b", { pairs: pairs.slice(2) });
  await spec.until(() => spec.allLive, 20_000);
  await spec.world.run(3_000);
  const { tookMs } = await leave(spec, owner);
  expect(tookMs).toBeLessThan(500);
});
