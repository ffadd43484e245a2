import { pairsByShard, type ShardPlan } from "./shard-plan.js";

/** What an instance knows about who takes part. */
export interface PresentInstances {
  /** Pairs that each present instance can follow, by its name; undefined where they are not known yet. */
  readonly pairs: ReadonlyMap<string, readonly string[] | undefined>;
  /** Instances of the plan that were silent for too long, or said that they leave. */
  readonly absent: ReadonlySet<string>;
}

/**
 * The plan as it should be, with the next revision: `joining` is in it, absent instances are not, and its pairs are all that somebody in it can follow. Undefined
 * where the present one is right.
 */
export function wantedPlan(
  present: ShardPlan | undefined,
  { pairs, absent }: PresentInstances,
  joining: string | undefined,
): ShardPlan | undefined {
  const plan = present ?? { revision: 0, pairs: [], instances: [] };
  const kept = plan.instances.filter((name) => !absent.has(name));
  const instances = joining === undefined || kept.includes(joining) ? kept : [...kept, joining].sort();
  const wanted = { ...plan, instances, pairs: pairsOf(instances, pairs, plan.pairs) };
  const placed = placesIn(wanted);
  const isSame =
    plan.instances.join() === instances.join() &&
    plan.pairs.join() === wanted.pairs.join() &&
    JSON.stringify(plan.placed) === JSON.stringify(placed);
  return isSame ? undefined : { revision: plan.revision + 1, pairs: wanted.pairs, instances, placed };
}

/** While the pairs of one instance are not known, none is taken out. */
function pairsOf(
  instances: readonly string[],
  pairs: PresentInstances["pairs"],
  present: readonly string[],
): readonly string[] {
  const known = instances.map((name) => pairs.get(name));
  const kept = known.includes(undefined) ? present : [];
  return [...new Set([...kept, ...known.flatMap((one) => one ?? [])])].sort();
}

function placesIn({ placed, instances, pairs }: ShardPlan): ShardPlan["placed"] {
  if (placed === undefined) {
    return undefined;
  }
  const shards = pairsByShard({ pairs });
  const kept = Object.entries(placed).filter(([shard, name]) => instances.includes(name) && shards.has(shard));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
