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
  const shard = { shard: "s00", term: 1, owner: "a", pairs: 2, booksNotLive: [] };
  const troubled = [{ pair: "4BTC_USDT", status: "stale" } as const];
  const status: RelayInstanceStatus = {
    name: "a",
    owner: "a-1",
    state: "taking-part",
    standby: "warm",
    plan: undefined,
    stores: { leases: "answers", shared: "answers" },
    members: [{ name: "b", owner: "b-1", silentMs: 5, shards: [] }],
    shards: [
      { ...shard, role: "owner" },
      { ...shard, role: "owner", booksNotLive: troubled },
      { ...shard, role: "standby", booksNotLive: troubled },
    ],
    counts: { won: 5, lost: 3, handedOver: 2, storeFailures: 1, malformed: 0 },
  };
  const meter = new SpecMeter();
  observeInstance({ status: () => status }, meter);
  expect(meter.read()).toEqual({
    "shards{owner}": 2,
    "shards{handing-over}": 0,
    "shards{standby}": 1,
    "books.not_live{}": 1,
    "members{}": 1,
    "leases.won{}": 5,
    "leases.lost{}": 3,
    "handovers{}": 2,
    "store.failures{}": 1,
  });
});
