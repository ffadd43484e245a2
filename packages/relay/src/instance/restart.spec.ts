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
