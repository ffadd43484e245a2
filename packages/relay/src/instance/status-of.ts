import type { OwnerCounts } from "../owner/owner-counts.js";
import { ageMs, type Moment } from "../time/moment.js";
import type { HandOvers } from "./hand-over.js";
import type { InstanceSettings, RelayInstanceOptions } from "./instance-options.js";
import type { InstanceCounts, RelayInstanceStatus, ShardStatus } from "./instance-status.js";
import type { Membership } from "./membership.js";
import type { ShardBooks } from "./shard-books.js";
import type { ShardLeases } from "./shard-leases.js";
import type { WatchedStores } from "./watched-stores.js";

/** What an instance counts itself; its parts count the rest. */
export type OwnCounts = Omit<InstanceCounts, "storeFailures" | "storeStalls" | "renewals">;

/** What an instance knows of itself. */
export interface StatusParts {
  readonly options: RelayInstanceOptions;
  readonly settings: InstanceSettings;
  readonly owner: string;
  readonly state: RelayInstanceStatus["state"];
  readonly counts: OwnCounts;
  readonly relay: { readonly counts: Readonly<OwnerCounts> };
  readonly stores: WatchedStores;
  readonly membership: Membership;
  readonly leases: ShardLeases;
  readonly handOvers: HandOvers;
  readonly books: ShardBooks;
  heardOf(shard: string): { readonly term: number; readonly owner: string } | undefined;
  now(): Moment;
}

/** What an instance says of itself. */
export function statusOf(core: StatusParts): RelayInstanceStatus {
  const { membership, options, owner, state, settings, stores, counts, leases, relay } = core;
  const { plan, order, members } = membership;
  const now = core.now();
  const shards = [...(order?.shards ?? [])].map(([shard, pairs]) => shardStatus(core, shard, pairs));
  return {
    name: options.name,
    owner,
    state,
    standby: settings.standby,
    plan: plan && { revision: plan.revision, pairs: plan.pairs.length, instances: plan.instances },
    stores: { leases: stores.leases, shared: stores.shared },
    members: members.all.map((one) => ({
      name: one.name,
      owner: one.owner,
      silentMs: Math.round(ageMs(one.heardAt, now)),
      shards: Object.keys(one.beat.owned).sort(),
    })),
    shards: shards.filter((one) => one !== undefined),
    counts: { ...counts, renewals: leases.renewals, storeFailures: stores.failures, storeStalls: stores.stalls },
    published: { ...relay.counts },
  };
}

function shardStatus(core: StatusParts, shard: string, pairs: readonly string[]): ShardStatus | undefined {
  const role = roleOf(core, shard);
  if (role === undefined) {
    return undefined;
  }
  const own = core.leases.owned.get(shard);
  const heard = core.heardOf(shard);
  const isHeardNow = heard !== undefined && core.membership.members.of(heard.owner)?.beat.owned[shard] === heard.term;
  const booksNotLive = core.books.notLive(pairs);
  const keeper = core.leases.keeperOf(shard);
  const leaseAgeMs = own === undefined ? undefined : keeper?.renewedAgoMs;
  return {
    shard,
    role,
    roleForMs: Math.round(core.leases.heldForMs(shard)),
    term: own ?? heard?.term ?? 0,
    owner: own === undefined ? (isHeardNow ? heard.owner : undefined) : core.owner,
    pairs: pairs.length,
    live: pairs.length - booksNotLive.length,
    liveForMs: Math.round(core.books.unchangedForMs(shard)),
    lease: keeper?.isUnreadable === true ? "unreadable" : "readable",
    leaseAgeMs: leaseAgeMs && Math.round(leaseAgeMs),
    booksNotLive,
  };
}

/** Undefined for a shard that it has nothing to do with. */
function roleOf({ leases, handOvers }: StatusParts, shard: string): ShardStatus["role"] | undefined {
  if (leases.owned.has(shard)) {
    return handOvers.shard === shard ? "handing-over" : "owner";
  }
  return leases.keeperOf(shard) === undefined ? undefined : "standby";
}
