import { expect, test } from "vitest";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";

test("whoever starts again under its name takes part on, whatever becomes of its former life", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"]));
  for (const name of ["host-a", "host-b"]) {
    await spec.started(name);
  }
  await spec.until(() => spec.allLive, 20_000);
  const [killed, other] = spec.instances as [SpecInstance, SpecInstance];
  killed.kill();
  await spec.started("host-a");
  await spec.world.run(15_000);
  expect(other.relay.status().members.map(({ name }) => name)).toEqual(["host-a"]);
  expect(other.events).not.toContainEqual({ kind: "left", instance: "host-a" });
  expect(spec.world.seen).toMatchObject({ wrong: [], tooOld: [] });
});

test("whoever was stopped, was replaced under its name and wakes is told to end; its replacement is not, and stays in the plan", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"]));
  const stopped = await spec.started("host-a");
  await spec.started("host-b");
  await spec.until(() => spec.allLive && Object.keys(spec.owners()).length === 3, 20_000);
  stopped.process.stop();
  stopped.bus.stall();
  const replacement = await spec.started("host-a");
  await spec.world.run(10_000);
  expect(spec.allLive).toBe(true);
  stopped.process.continue();
  stopped.bus.resume();
  await spec.world.run(1_000);
  const overtaken = { kind: "overtaken", owner: replacement.relay.status().owner };
  expect(spec.instances.map(({ events }) => events.filter(({ kind }) => kind === "overtaken"))).toEqual([
    [overtaken],
    [],
    [],
  ]);
  await spec.during(stopped.relay.close());
  for (let passed = 0; passed < 2_000; passed += 20) {
    await spec.world.run(20);
    expect(spec.allLive).toBe(true);
    expect(replacement.relay.status().plan?.instances).toEqual(["host-a", "host-b"]);
  }
  expect(spec.world.seen).toMatchObject({ wrong: [], tooOld: [] });
});

test("an owner that is killed and started again at once under its name does not keep its shards from the one that stands by", async () => {
  for (const seed of [3, 4, 5]) {
    // With a quick store it takes part again while its former life still counts as there.
    const spec = new InstanceWorld(new RelayWorld(seed, ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"]), 0.2);
    for (const name of ["host-a", "host-b"]) {
      await spec.started(name);
    }
    await spec.until(() => spec.allLive && Object.keys(spec.owners()).length === 3, 20_000);
    await spec.world.run(5_000);
    const [owner] = Object.values(spec.owners())[0] ?? [];
    const killed = spec.instances.find(({ name }) => name === owner) as SpecInstance;
    const { clock } = spec.world;
    const killedAtMs = clock.monotonicMs();
    killed.kill();
    const again = spec.started(killed.name);
    await spec.until(() => !spec.allLive, 1_000);
    await spec.until(() => spec.allLive, 10_000);
    expect(clock.monotonicMs() - killedAtMs, `seed ${seed}`).toBeLessThanOrEqual(1_600);
    await spec.during(again);
    expect(spec.world.seen).toMatchObject({ wrong: [], tooOld: [] });
  }
});
