import type { CandidateFacts } from "../lease/lease-state.js";
import { ageMs, type Moment } from "../time/moment.js";
import type { Candidate } from "./candidates.js";
import type { InstanceSettings, RelayInstanceOptions } from "./instance-options.js";
import type { Membership } from "./membership.js";
import type { ShardBooks } from "./shard-books.js";

/** What an instance knows when it wants a lease. */
export interface FactsParts {
  readonly options: RelayInstanceOptions;
  readonly settings: InstanceSettings;
  readonly owner: string;
  readonly stores: { readonly leases: "answers" | "away" };
  readonly membership: Membership;
  readonly books: ShardBooks;
  readonly venueMs: number | undefined;
  readonly lookedAt: Moment | undefined;
  candidatesOf(shard: string): readonly Candidate[];
  heardOf(shard: string): { readonly term: number } | undefined;
  now(): Moment;
}

/** Beats within which somebody's word counts as of now. */
const freshBeats = 5;

/** What a candidate for a shard's lease is like at the moment. */
export function factsOf(core: FactsParts, shard: string): CandidateFacts {
  const { owner, membership } = core;
  const mine = core.books.liveOf(shard);
  const candidates = core.candidatesOf(shard);
  const place = candidates.findIndex((one) => one.owner === owner);
  const most = Math.max(0, ...candidates.filter((one) => one.owner !== owner).map(({ live }) => live));
  // Who came less than a lease ago has to wait for one itself, and longer than whoever has been here.
  const before = candidates
    .slice(0, Math.max(0, place))
    .filter((one) => !membership.members.joinedWithin(one.owner, core.settings.leaseMs, core.now()));
  const isOwned = membership.members.present.some(({ beat }) => beat.owned[shard] !== undefined);
  return {
    isLive: mine >= most,
    isAnotherLive: most > mine,
    // Who still owns it by its own word may have its lease back soon: the store was away for all.
    isAnotherFirst: isOwned || before.some(({ live, store }) => live >= mine && store === "answers"),
    venueMs: core.venueMs ?? 0,
    heardTerm: core.heardOf(shard)?.term ?? 0,
    isStoreAwayForAll: isStoreAwayForAll(core),
  };
}

function isStoreAwayForAll(core: FactsParts): boolean {
  const { membership, stores, options, settings, lookedAt } = core;
  const now = core.now();
  const limitMs = freshBeats * settings.beatEveryMs;
  // A process that was stopped, or is cut off, knows nothing of the others.
  if (stores.leases === "answers" || membership.isCutOff || lookedAt === undefined || ageMs(lookedAt, now) > limitMs) {
    return false;
  }
  const others = (membership.plan?.instances ?? []).filter((name) => name !== options.name);
  return membership.members.agreeThatStoreIsAway(others, now, limitMs);
}
