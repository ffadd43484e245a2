import { ValidationError } from "@depthwire/core";
import { checkSubjectPart } from "../wire/subjects.js";
import { Places } from "./rendezvous.js";

/** Shards of a venue: fixed, so that the shard of a pair never changes. */
export const shardCount = 64;

/** Names of all shards, `s00` to `s63`. */
export const shardNames: readonly string[] = Array.from(
  { length: shardCount },
  (_, index) => `s${String(index).padStart(2, "0")}`,
);

const shardPlaces = /* @__PURE__ */ new Places(shardNames);

/** The shard of a pair: the same in every process, whatever the plan. */
export function shardOf(pair: string): string {
  return shardPlaces.preferred(pair) as string;
}

/** Who should own what. Plain data, as it stands in the store. */
export interface ShardPlan {
  /** Grows with each change; a process keeps to the largest that it has seen. */
  readonly revision: number;
  readonly pairs: readonly string[];
  /** Instances that take part. */
  readonly instances: readonly string[];
  /** Instances to which an operator moved a shard, by shard: they stand before all others. */
  readonly placed?: Readonly<Record<string, string>> | undefined;
}

/** Pairs by their shard, shards and pairs in order; shards without a pair are left out. */
export function pairsByShard({ pairs }: Pick<ShardPlan, "pairs">): Map<string, string[]> {
  const byShard = new Map<string, string[]>();
  for (const pair of [...new Set(pairs)].sort()) {
    const shard = shardOf(pair);
    const pairsOfShard = byShard.get(shard);
    if (pairsOfShard === undefined) {
      byShard.set(shard, [pair]);
    } else {
      pairsOfShard.push(pair);
    }
  }
  return new Map([...byShard].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The instances in the order in which they should own the shard: the first owns it, the second stands by. */
export function ownersOf({ instances, placed }: Pick<ShardPlan, "instances" | "placed">, shard: string): string[] {
  const preferred = new Places(instances).inOrder(shard);
  const first = placed?.[shard];
  return first !== undefined && preferred.includes(first)
    ? [first, ...preferred.filter((instance) => instance !== first)]
    : preferred;
}

/** The shards that an instance should own. */
export function shardsOf(plan: ShardPlan, instance: string): string[] {
  return [...pairsByShard(plan).keys()].filter((shard) => ownersOf(plan, shard)[0] === instance);
}

/** The next plan, with a shard put to an instance by an operator; undefined takes that back. */
export function withPlace(plan: ShardPlan, shard: string, instance: string | undefined): ShardPlan {
  const others = Object.entries(plan.placed ?? {}).filter(([name]) => name !== shard);
  const placed = instance === undefined ? others : [...others, [shard, instance] as const];
  return {
    revision: plan.revision + 1,
    pairs: plan.pairs,
    instances: plan.instances,
    placed: placed.length === 0 ? undefined : Object.fromEntries(placed),
  };
}

/** The plan to keep to, of the one at hand and one that was read. */
export function newerPlan(present: ShardPlan | undefined, read: ShardPlan): ShardPlan {
  return present === undefined || read.revision > present.revision ? read : present;
}

/** A plan's text. */
export function encodeShardPlan({ revision, pairs, instances, placed }: ShardPlan): string {
  return JSON.stringify({ revision, pairs, instances, placed });
}

/**
 * Reads a plan.
 *
 * @throws ValidationError `value-invalid`
 */
export function decodeShardPlan(text: string): ShardPlan {
  const value = parsed(text);
  const { revision, pairs, instances, placed } = value as Partial<Record<keyof ShardPlan, unknown>>;
  if (typeof revision !== "number" || !Number.isSafeInteger(revision) || revision < 0) {
    throw invalid("revision", "an integer from 0");
  }
  const plan = { revision, pairs: names("pairs", pairs), instances: names("instances", instances) };
  return placed === undefined ? plan : { ...plan, placed: placesOf(placed) };
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) {
      return value;
    }
  } catch {
    // Said below.
  }
  throw invalid("plan", "a JSON object");
}

function names(path: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    throw invalid(path, "a list of names");
  }
  return value.map((name: unknown) => checkSubjectPart("pair", name as string));
}

function placesOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) {
    throw invalid("placed", "an instance for each of some shards");
  }
  const places = Object.entries(value).map(([shard, instance]) => {
    if (!shardNames.includes(shard)) {
      throw invalid("placed", "names of shards");
    }
    return [shard, checkSubjectPart("instance", instance)] as const;
  });
  return Object.fromEntries(places);
}

function invalid(path: string, rule: string): ValidationError {
  return new ValidationError("value-invalid", { path, rule });
}
