import { describe, expect, test } from "vitest";
import { retiredMs } from "../owner/retirement.js";
import { shardOf } from "../plan/shard-plan.js";
import { InstanceWorld, type SpecInstance } from "../spec-kit/instance-world.spec-kit.js";
import { RelayWorld } from "../spec-kit/relay-world.spec-kit.js";

const pairs = ["4BTC_USDT", "4ETH_USDT", "5BTC_USD"];
const shard = "s07";

/** What the network does to messages while a hand-over is under way. */
interface Network {
  /** Milliseconds of each half of a message's way, by the connection. */
  delayMs: (connection: string) => number;
  /** Whether a message is lost on its way to the connection. */
  loses: (connection: string, subject: string, sender: string) => boolean;
}

const quiet: Network = { delayMs: () => 0, loses: () => false };

/** Two instances whose books the consumer has live, on a network that can be changed. */
async function liveWorld(seed: number): Promise<{ spec: InstanceWorld; network: Network }> {
  const network = { ...quiet };
  const world = new RelayWorld(seed, pairs, {
    delayMs: (connection) => network.delayMs(connection),
    loses: (connection, subject, sender) => network.loses(connection, subject, sender),
  });
  const spec = new InstanceWorld(world);
  await spec.started("host-a");
  await spec.started("host-b");
  await spec.until(() => spec.allLive && Object.keys(spec.owners()).length === pairs.length, 20_000);
  await world.run(3_000);
  expect(world.labels()).toEqual(pairs.map(() => "live"));
  return { spec, network };
}

function partsOf(spec: InstanceWorld): { readonly former: SpecInstance; readonly heir: SpecInstance } {
  const [name] = spec.owners()[shard] ?? [];
  const former = spec.instances.find((one) => one.name === name) as SpecInstance;
  return { former, heir: spec.instances.find((one) => one !== former) as SpecInstance };
}

/** Hands the shard over. Returns what the consumer's books were called meanwhile, and for two seconds more. */
async function labelsOfHandOver(spec: InstanceWorld, former: SpecInstance): Promise<string[]> {
  const labels = new Set<string>();
  const over = new AbortController();
  const asked = former.relay.handOver(shard).finally(() => over.abort());
  for (
    let passed = 0, after = 0;
    after < 2_000 && passed < 20_000;
    passed += 20, after += over.signal.aborted ? 20 : 0
  ) {
    await spec.world.run(20);
    for (const label of spec.world.labels()) {
      labels.add(label);
    }
  }
  await asked;
  return [...labels];
}

function expectRight({ world, sharedTerms }: InstanceWorld): void {
  expect(world.seen.wrong).toEqual([]);
  expect(world.seen.tooOld).toEqual([]);
  expect(sharedTerms).toEqual([]);
}

describe("a hand-over takes no book out of live", () => {
  test.each([80, 90])("where each message to and from the heir takes %i ms", async (delayMs) => {
    const { spec, network } = await liveWorld(1);
    const { former, heir } = partsOf(spec);
    network.delayMs = (connection) => (connection === heir.bus.name ? delayMs : 0);
    expect(await labelsOfHandOver(spec, former)).toEqual(["live"]);
    expect(partsOf(spec).former).toBe(heir);
    expectRight(spec);
  });

  test("where the heir hears no question for so long after it owns the shard as an owner that has retired goes on", async () => {
    const { spec, network } = await liveWorld(1);
    const { former, heir } = partsOf(spec);
    const { clock } = spec.world;
    const heardAtMs: number[] = [];
    network.loses = (connection, subject) => {
      if (connection !== heir.bus.name || !isQuestion(spec, subject)) {
        return false;
      }
      heardAtMs.push(clock.monotonicMs());
      return clock.monotonicMs() - (heardAtMs[0] as number) < retiredMs;
    };
    expect(await labelsOfHandOver(spec, former)).toEqual(["live"]);
    expect(heardAtMs.length).toBeGreaterThan(5);
    expectRight(spec);
  });

  test("however many of the first questions to the heir are lost, and however late the consumer is", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { spec, network } = await liveWorld(seed);
      const { former, heir } = partsOf(spec);
      const { random } = spec.world;
      network.delayMs = (connection) => (connection === "consumer" ? 40 * random() : 10 * random());
      let lost = Math.floor(5 * random());
      network.loses = (connection, subject) => connection === heir.bus.name && isQuestion(spec, subject) && lost-- > 0;
      expect([seed, await labelsOfHandOver(spec, former)]).toEqual([seed, ["live"]]);
      expectRight(spec);
    }
  });
});

test("whoever closes while it hands a shard over hands the others over behind it: no book is out of live", async () => {
  const { spec } = await liveWorld(1);
  const { former: leaving, heir } = partsOf(spec);
  // All are its own.
  for (const other of Object.keys(spec.owners())) {
    if (spec.owners()[other]?.includes(heir.name)) {
      await spec.during(heir.relay.handOver(other, leaving.name));
    }
  }
  const { counts } = leaving.relay.status();
  const labels = new Set<string>();
  const over = new AbortController();
  const ended = Promise.all([leaving.relay.handOver(shard), leaving.relay.close()]).finally(() => over.abort());
  for (let passed = 0; passed < 10_000 && !over.signal.aborted; passed += 20) {
    await spec.world.run(20);
    for (const label of spec.world.labels()) {
      labels.add(label);
    }
  }
  expect(over.signal.aborted).toBe(true);
  await ended;
  expect([...labels]).toEqual(["live"]);
  const after = leaving.relay.status().counts;
  expect([after.handedOver - counts.handedOver, after.lost - counts.lost]).toEqual([pairs.length, pairs.length]);
  expectRight(spec);
});

describe("a hand-over is refused for a good reason only", () => {
  test("the store stands still for so long that the lease runs out behind the offer: it is made when the store answers", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { spec } = await liveWorld(seed);
      const { former, heir } = partsOf(spec);
      const end = spec.during(former.relay.handOver(shard));
      await spec.until(() => former.relay.status().shards.some(({ role }) => role === "handing-over"), 1_000);
      spec.store.state = "refuses";
      await spec.until(() => lossesOf(former).length > 0, 2_000);
      expect([seed, lossesOf(former)]).toEqual([seed, ["ran-out"]]);
      await spec.world.run(200);
      spec.store.state = "answers";
      await end;
      await spec.world.run(500);
      expect([seed, partsOf(spec).former.name]).toEqual([seed, heir.name]);
      expectRight(spec);
    }
  });

  test("the store stands still for 0.4 s while an offer stands that nobody takes yet: no lease runs out", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const { spec } = await liveWorld(seed);
      const { former, heir } = partsOf(spec);
      const end = former.relay.handOver(shard);
      await spec.until(() => former.relay.status().shards.some(({ role }) => role === "handing-over"), 1_000);
      heir.process.stop();
      await spec.world.run(480);
      spec.store.state = "refuses";
      await spec.world.run(400);
      spec.store.state = "answers";
      heir.process.continue();
      await spec.during(end);
      await spec.world.run(500);
      expect([seed, lossesOf(former), partsOf(spec).former.name]).toEqual([seed, ["handed-over"], heir.name]);
      expectRight(spec);
    }
  });

  test("whoever is to have it does not reach its store for a moment: it is waited for", async () => {
    const { spec } = await liveWorld(1);
    const { former, heir } = partsOf(spec);
    heir.reachesStore = false;
    await spec.world.run(1_000);
    const labels = labelsOfHandOver(spec, former);
    await spec.world.run(1_000);
    heir.reachesStore = true;
    expect(await labels).toEqual(["live"]);
    expect(partsOf(spec).former).toBe(heir);
    expectRight(spec);
  });

  test("whoever is to have it does not come: refused within seconds, and the shard stays where it was", async () => {
    const { spec } = await liveWorld(1);
    const { former, heir } = partsOf(spec);
    heir.reachesStore = false;
    await spec.world.run(1_000);
    const { clock } = spec.world;
    const sinceMs = clock.monotonicMs();
    const refused = spec.during(former.relay.handOver(shard));
    await expect(refused).rejects.toMatchObject({ details: { shard, refusal: "no-successor" } });
    expect(clock.monotonicMs() - sinceMs).toBeLessThan(3_500);
    expect(partsOf(spec).former).toBe(former);
    expect(spec.allLive).toBe(true);
  });

  test("the owner heard nobody for so long that it took all others for gone, and is heard itself: it learns at once what they can follow", async () => {
    // Names of pairs come by themselves every five seconds: whenever the owner begins to hear again, it must not need those.
    for (const laterMs of [0, 1_000, 2_000, 3_000, 4_000]) {
      const { spec, network } = await liveWorld(1);
      const { former, heir } = partsOf(spec);
      const members = spec.world.subjects.members();
      await spec.world.run(laterMs);
      network.loses = (connection, subject, sender) =>
        connection === former.bus.name && subject === members && sender !== connection;
      await spec.until(() => former.events.some(({ kind }) => kind === "left"), 5_000);
      network.loses = () => false;
      await spec.world.run(300);
      expect([laterMs, await labelsOfHandOver(spec, former)]).toEqual([laterMs, ["live"]]);
      expect([laterMs, partsOf(spec).former.name]).toEqual([laterMs, heir.name]);
      expectRight(spec);
    }
  });

  test("the lease runs out behind the offer, then the bus is cut off: whoever closes ends", async () => {
    const { spec } = await liveWorld(1);
    const { former } = partsOf(spec);
    const asked = former.relay.handOver(shard).catch((error: unknown) => error);
    await spec.until(() => former.relay.status().shards.some(({ role }) => role === "handing-over"), 1_000);
    spec.store.state = "refuses";
    await spec.until(() => lossesOf(former).length > 0, 2_000);
    expect(lossesOf(former)).toEqual(["ran-out"]);
    former.bus.cut();
    await spec.until(() => former.relay.status().state === "cut-off", 5_000);
    let isClosed = false;
    void former.relay.close().finally(() => {
      isClosed = true;
    });
    await spec.until(() => isClosed, 20_000);
    expect(isClosed).toBe(true);
    expect(await asked).toMatchObject({ code: "relay-handover-refused" });
  });

  test("whoever waits for a successor while it is cut off from the bus, or closes, does not wait for ever", async () => {
    for (const end of ["cut", "close"]) {
      const { spec } = await liveWorld(1);
      const { former, heir } = partsOf(spec);
      heir.reachesStore = false;
      await spec.world.run(1_000);
      const refusal = expect(spec.during(former.relay.handOver(shard))).rejects.toMatchObject({
        code: "relay-handover-refused",
      });
      if (end === "cut") {
        former.bus.cut();
      } else {
        await spec.during(former.relay.close());
      }
      await refusal;
    }
  });
});

/** Why it lost the shard, each time. */
function lossesOf({ events }: SpecInstance): string[] {
  return events.flatMap((event) => (event.kind === "lost" && event.shard === shard ? [event.cause] : []));
}

/** Whether somebody asks who owns the shard for an echo or a state. */
function isQuestion({ world: { subjects } }: InstanceWorld, subject: string): boolean {
  const ofShard = pairs.filter((pair) => shardOf(pair) === shard);
  return subject === subjects.echo(shard) || ofShard.some((pair) => subject === subjects.snap(pair));
}
