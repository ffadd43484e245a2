import type { BookReason } from "@depthwire/book";
import type { RelayInstanceStatus } from "@depthwire/relay";

/** One shard, as everybody who takes part sees it together. */
export interface ShardOverview {
  readonly shard: string;
  /** Instances that say that they own it: one, for a moment two while the loser has not noticed, or none. */
  readonly owners: readonly string[];
  /** The largest term that anybody knows; 0 for none. */
  readonly term: number;
  readonly pairs: number;
  /** Of these, how many its owner has live. */
  readonly live: number;
  /** How long its owner has owned it, milliseconds; undefined where nobody does. */
  readonly ownedForMs: number | undefined;
  /** How long ago its owner sent the newest renewal of the lease that the store accepted, milliseconds; undefined where nobody owns it. */
  readonly leaseAgeMs: number | undefined;
  /** `unreadable`: what stands in the store is no lease, so that nobody takes the shard. */
  readonly lease: "readable" | "unreadable";
  /** Names of the instances that stand by for it. */
  readonly standby: readonly string[];
  readonly standbys: readonly StandbyOverview[];
}

/** An instance that takes a shard when its owner dies. */
export interface StandbyOverview {
  readonly name: string;
  /** Pairs of the shard that have a live book there: all of them at a warm one, none at a cold one. */
  readonly live: number;
  /** How long as many have been live, milliseconds; 0 where none ever was. */
  readonly liveForMs: number;
}

/** A book that its owner does not show as live. */
export interface TroubledBook {
  readonly pair: string;
  readonly shard: string;
  readonly owner: string;
  readonly status: string;
  readonly reason: BookReason | undefined;
}

/** What `relay status --json` says. */
export interface RelayOverview {
  readonly instances: readonly RelayInstanceStatus[];
  readonly shards: readonly ShardOverview[];
  /** Shards with pairs that nobody owns. */
  readonly unowned: readonly string[];
  readonly booksNotLive: readonly TroubledBook[];
  /** Shards whose lease nobody can read: nobody takes them. `relay doctor` names the keys. */
  readonly unreadableLeases: readonly string[];
  /** Instances whose store of leases does not answer: they own nothing, or go on without it. */
  readonly withoutLeases: readonly string[];
}

/** What all say, put together. */
export function overviewOf(instances: readonly RelayInstanceStatus[]): RelayOverview {
  const names = [...new Set(instances.flatMap(({ shards }) => shards.map(({ shard }) => shard)))].sort();
  const shards = names.map((shard) => shardOverview(shard, instances));
  return {
    instances,
    shards,
    unowned: shards.filter(({ owners }) => owners.length === 0).map(({ shard }) => shard),
    booksNotLive: instances.flatMap((instance) => troubledBooks(instance)),
    unreadableLeases: shards.filter(({ lease }) => lease === "unreadable").map(({ shard }) => shard),
    withoutLeases: instances.filter(({ stores }) => stores.leases === "away").map(({ name }) => name),
  };
}

/** What an owner is to its shard: it publishes it. */
export const owning: ReadonlySet<string> = new Set(["owner", "handing-over"]);

function shardOverview(shard: string, instances: readonly RelayInstanceStatus[]): ShardOverview {
  const seen = instances.flatMap(({ name, shards }) =>
    shards.filter((one) => one.shard === shard).map((one) => ({ name, ...one })),
  );
  const owners = seen.filter(({ role }) => owning.has(role));
  const standbys = seen.filter(({ role }) => role === "standby");
  // Of two, whoever has the larger term is right.
  const [owner] = owners.toSorted((one, other) => other.term - one.term);
  return {
    shard,
    owners: owners.map(({ name }) => name),
    term: Math.max(0, ...seen.map(({ term }) => term)),
    pairs: Math.max(0, ...seen.map(({ pairs }) => pairs)),
    live: owner?.live ?? 0,
    ownedForMs: owner?.roleForMs,
    leaseAgeMs: owner?.leaseAgeMs,
    lease: seen.some(({ lease }) => lease === "unreadable") ? "unreadable" : "readable",
    standby: standbys.map(({ name }) => name),
    standbys: standbys.map(({ name, live, liveForMs }) => ({ name, live, liveForMs })),
  };
}

function troubledBooks({ name, shards }: RelayInstanceStatus): TroubledBook[] {
  return shards
    .filter(({ role }) => owning.has(role))
    .flatMap(({ shard, booksNotLive }) =>
      booksNotLive.map(({ pair, status, reason }) => ({ pair, shard, owner: name, status, reason })),
    );
}
