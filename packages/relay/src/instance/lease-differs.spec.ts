import { expect, test } from "vitest";
import { InstanceWorld, worldLeaseMs } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];

test("whoever comes later with leases of another length owns nothing, and both are told", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  const first = await spec.started("host-a");
  await spec.until(() => spec.allLive, 20_000);
  const leaseMs = worldLeaseMs / 2;
  const other = await spec.started("host-b", { leaseMs });
  await spec.world.run(3_000);
  expect(spec.allLive).toBe(true);
  const told = (events: typeof first.events) => events.filter(({ kind }) => kind === "lease-differs");
  expect(told(other.events)).toEqual([
    { kind: "lease-differs", instance: "host-a", leaseMs: worldLeaseMs, part: "joins" },
  ]);
  expect(told(first.events)).toEqual([{ kind: "lease-differs", instance: "host-b", leaseMs, part: "stays" }]);
  first.kill();
  await spec.world.run(5_000);
  expect(other.relay.status().counts.won).toBe(0);
});

test.each([499, 1_000.5, 0, Number.NaN])("a lease of %d ms is refused", (leaseMs) => {
  const spec = new InstanceWorld(new RelayWorld(1, pairs));
  expect(() => spec.instance("host-a", { leaseMs })).toThrowError(
    expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option: "leaseMs" }) }),
  );
});
