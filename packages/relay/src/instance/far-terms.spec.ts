import { expect, test } from "vitest";
import { InstanceWorld } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";
import { maxTerm } from "../wire/header.js";
import { encodeMemberBeat } from "./member-beat.js";

test("a stranger that says to own a shard under the largest term takes it from nobody, and from no successor", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, ["4BTC_USDT"]));
  const { world } = spec;
  await spec.started("host-a");
  await spec.started("host-b");
  await spec.until(() => spec.allLive, 20_000);
  const live = Array.from({ length: 64 }, () => 0);
  const beat = { version: 1, beat: 1, plan: 0, store: "answers", live, state: "leaving" } as const;
  const [shard = ""] = Object.keys(spec.owners());
  const bytes = encodeMemberBeat({ ...beat, name: "stranger", owner: "stranger", owned: { [shard]: maxTerm } });
  world.bus.connect("stranger").publish(world.subjects.members(), bytes);
  await world.run(3_000);
  expect(world.labels()).toEqual(["live"]);
  const [owner] = spec.owners()[shard] ?? [];
  spec.instances.find(({ name }) => name === owner)?.kill();
  await world.run(10_000);
  expect(world.labels()).toEqual(["live"]);
  expect(spec.sharedTerms).toEqual([]);
});

test("whoever speaks in an instance's own name keeps it from nothing: it sees that it is cut off", async () => {
  const spec = new InstanceWorld(new RelayWorld(1, ["4BTC_USDT"]));
  const { world } = spec;
  const { bus, relay } = await spec.started("host-a");
  await spec.until(() => spec.allLive, 20_000);
  const live = Array.from({ length: 64 }, () => 0);
  const beat = { version: 1, beat: 1e9, plan: 0, store: "answers", live, owned: {}, state: "present" } as const;
  const bytes = encodeMemberBeat({ ...beat, name: "host-a", owner: relay.status().owner });
  world.bus.connect("stranger").publish(world.subjects.members(), bytes);
  await world.run(200);
  expect(relay.status().counts.malformed).toBe(1);
  bus.cut();
  await world.run(1_000);
  expect(relay.status().state).toBe("cut-off");
});
