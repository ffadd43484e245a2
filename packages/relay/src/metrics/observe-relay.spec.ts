import type { MeterLike } from "@depthwire/stream";
import { expect, test } from "vitest";
import type { LinkCounts } from "../consumer/link-counters.js";
import { noLinkCounts } from "../consumer/link-counters.js";
import type { RelayInstanceStatus } from "../instance/instance-status.js";
import { observeInstance, observeLink } from "./observe-relay.js";

/** A meter that is read by hand: `name{attributes}` and the value. */
class SpecMeter implements MeterLike {
  readonly #callbacks = new Map<
    string,
    Set<Parameters<ReturnType<MeterLike["createObservableGauge"]>["addCallback"]>[0]>
  >();

  createObservableCounter = (name: string) => this.#instrument(name);
  createObservableGauge = (name: string) => this.#instrument(name);
  createHistogram = () => ({ record: () => undefined });

  read(): Readonly<Record<string, number>> {
    const seen: Record<string, number> = {};
    for (const [name, callbacks] of this.#callbacks) {
      for (const callback of callbacks) {
        callback({
          observe: (value, attributes = {}) => {
            seen[`${name.replace("depthwire.relay.", "")}{${Object.values(attributes).join()}}`] = value;
          },
        });
      }
    }
    return seen;
  }

  #instrument(name: string): ReturnType<MeterLike["createObservableGauge"]> {
    const callbacks = new Set<Parameters<ReturnType<MeterLike["createObservableGauge"]>["addCallback"]>[0]>();
    this.#callbacks.set(name, callbacks);
    return {
      addCallback: (callback) => void callbacks.add(callback),
      removeCallback: (callback) => void callbacks.delete(callback),
    };
  }
}

test("a link is seen by a meter, until it is not observed any more", () => {
  const counts: LinkCounts = { ...noLinkCounts(), frames: 12, gaps: 2, oldTerm: 3, malformed: { short: 4 } };
  const meter = new SpecMeter();
  const end = observeLink({ counts }, meter);
  expect(meter.read()).toMatchObject({
    "link.frames{}": 12,
    "link.gaps{}": 2,
    "link.old_term{}": 3,
    "link.malformed{short}": 4,
  });
  end();
  expect(meter.read()).toEqual({});
});

test("an instance is seen by a meter: shards by role, books that are not live, leases", () => {
  const shard = {
    shard: "s00",
    roleForMs: 5,
    term: 1,
    owner: "a",
    pairs: 2,
    live: 2,
    liveForMs: 3,
    lease: "readable" as const,
    leaseAgeMs: undefined,
    booksNotLive: [],
  };
  const troubled = [{ pair: "4BTC_USDT", status: "stale" } as const];
  const status: RelayInstanceStatus = {
    name: "a",
    owner: "a-1",
    state: "taking-part",
    standby: "warm",
    plan: undefined,
    stores: { leases: "away", shared: "answers" },
    members: [{ name: "b", owner: "b-1", silentMs: 5, shards: [] }],
    shards: [
      { ...shard, role: "owner", leaseAgeMs: 40 },
      { ...shard, shard: "s01", role: "handing-over", leaseAgeMs: 250, live: 1, booksNotLive: troubled },
      { ...shard, shard: "s02", role: "standby", lease: "unreadable", live: 1, booksNotLive: troubled },
    ],
    counts: { won: 5, lost: 3, handedOver: 2, renewals: 60, storeFailures: 4, storeStalls: 1, malformed: 6 },
    published: {
      frames: 100,
      events: 20,
      statuses: 3,
      beats: 50,
      snapshots: 2,
      views: 9,
      echoes: 40,
      refused: 4,
      malformed: 7,
      contested: 1,
    },
  };
  const meter = new SpecMeter();
  observeInstance({ status: () => status }, meter);
  expect(meter.read()).toEqual({
    "shards{owner}": 1,
    "shards{handing-over}": 1,
    "shards{standby}": 1,
    "books.live{owner}": 2,
    "books.live{handing-over}": 1,
    "books.live{standby}": 1,
    "term{s00}": 1,
    "term{s01}": 1,
    "published{frames}": 100,
    "published{events}": 20,
    "published{statuses}": 3,
    "published{beats}": 50,
    "published{snapshots}": 2,
    "published{views}": 9,
    "echoes{}": 40,
    "refused{}": 4,
    "contested{}": 1,
    "malformed{instances}": 6,
    "malformed{consumers}": 7,
    "heard{}": 1,
    "leases.renewed{}": 60,
    "leases.unreadable{}": 1,
    "lease.age{}": 0.25,
    "store.stalls{}": 1,
    "store.answers{leases}": 0,
    "store.answers{shared}": 1,
    "books.not_live{}": 1,
    "members{}": 1,
    "leases.won{}": 5,
    "leases.lost{}": 3,
    "handovers{}": 2,
    "store.failures{}": 4,
  });
});

test("an instance is asked once a reading for all that is shown of it, and anew for the next", async () => {
  let asked = 0;
  const status = (): RelayInstanceStatus => ({
    name: "alpha",
    owner: "alpha-1",
    state: "taking-part",
    standby: "warm",
    plan: undefined,
    stores: { leases: "answers", shared: "answers" },
    members: [],
    shards: [],
    counts: { won: ++asked, lost: 0, handedOver: 0, renewals: 0, storeFailures: 0, storeStalls: 0, malformed: 0 },
    published: {
      frames: 0,
      events: 0,
      statuses: 0,
      beats: 0,
      snapshots: 0,
      views: 0,
      echoes: 0,
      refused: 0,
      malformed: 0,
      contested: 0,
    },
  });
  const meter = new SpecMeter();
  observeInstance({ status }, meter);
  expect(meter.read()["leases.won{}"]).toBe(1);
  await Promise.resolve();
  expect(meter.read()["leases.won{}"]).toBe(2);
});
