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
  readonly standby: readonly string[];
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
    withoutLeases: instances.filter(({ stores }) => stores.leases === "away").map(({ name }) => name),
  };
}

/** What an owner is to its shard: it publishes it. */
export const owning: ReadonlySet<string> = new Set(["owner", "handing-over"]);

function shardOverview(shard: string, instances: readonly RelayInstanceStatus[]): ShardOverview {
  const seen = instances.flatMap(({ name, shards }) =>
    shards.filter((one) => one.shard === shard).map((one) => ({ name, ...one })),
  );
  return {
    shard,
    owners: seen.filter(({ role }) => owning.has(role)).map(({ name }) => name),
    term: Math.max(0, ...seen.map(({ term }) => term)),
    pairs: Math.max(0, ...seen.map(({ pairs }) => pairs)),
    standby: seen.filter(({ role }) => role === "standby").map(({ name }) => name),
  };
}

function troubledBooks({ name, shards }: RelayInstanceStatus): TroubledBook[] {
  return shards
    .filter(({ role }) => owning.has(role))
    .flatMap(({ shard, booksNotLive }) =>
      booksNotLive.map(({ pair, status, reason }) => ({ pair, shard, owner: name, status, reason })),
    );
}
