import { ownersOf, pairsByShard, type ShardPlan, shardNames } from "../plan/shard-plan.js";

/** One who may own a shard. */
export interface Candidate {
  /** Name in the plan. */
  readonly name: string;
  /** Name under which it would own the shard. */
  readonly owner: string;
  /** How many of the shard's books it has live. */
  readonly live: number;
  /** Whether its store of leases answers. */
  readonly store: "answers" | "away";
}

/** Who may own something: this instance or another one, with what it can follow. */
export interface Contender {
  readonly name: string;
  readonly owner: string;
  readonly pairs: readonly string[] | undefined;
  /** Live books by the place of the shard's name in {@link shardNames}. */
  readonly live: readonly number[];
  readonly store: "answers" | "away";
}

/** A plan, prepared for the question who comes first. */
export class ShardOrder {
  /** Pairs of the plan by shard; only shards that have any. */
  readonly shards: ReadonlyMap<string, readonly string[]>;
  readonly #order = new Map<string, readonly string[]>();
  /** How many pairs of each shard a list of pairs has: lists come again and again. */
  readonly #covered = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

  constructor(plan: ShardPlan) {
    this.shards = pairsByShard(plan);
    for (const shard of this.shards.keys()) {
      this.#order.set(shard, ownersOf(plan, shard));
    }
  }

  /**
   * Who of these may own the shard, in the plan's order. Who can follow fewer of its pairs than another one is left out.
   */
  candidates(shard: string, contenders: readonly Contender[]): Candidate[] {
    const order = this.#order.get(shard) ?? [];
    const place = shardNames.indexOf(shard);
    const inPlan = contenders.filter(({ name }) => order.includes(name));
    const mostPairs = Math.max(1, ...inPlan.map(({ pairs }) => this.#covers(pairs, shard)));
    return inPlan
      .filter(({ pairs }) => this.#covers(pairs, shard) === mostPairs)
      .sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name) || (one.owner < other.owner ? -1 : 1))
      .map(({ name, owner, live, store }) => ({ name, owner, live: live[place] ?? 0, store }));
  }

  #covers(pairs: readonly string[] | undefined, shard: string): number {
    if (pairs === undefined) {
      return 0;
    }
    let covered = this.#covered.get(pairs);
    if (covered === undefined) {
      const can = new Set(pairs);
      const counts = [...this.shards].map(([name, all]) => [name, all.filter((pair) => can.has(pair)).length] as const);
      covered = new Map(counts);
      this.#covered.set(pairs, covered);
    }
    return covered.get(shard) ?? 0;
  }
}

/** What one instance does about a shard. */
export interface ShardPart {
  /** It wants the lease when nobody holds it. */
  readonly contends: boolean;
  /** Its engine follows the shard's pairs, unless it holds the lease anyway. */
  readonly follows: boolean;
}

/**
 * The part of `owner` in a shard: the first of the candidates is to own it, the second stands by. Whoever has more live books than both wants it too.
 */
export function partOf(candidates: readonly Candidate[], owner: string, standby: "warm" | "cold"): ShardPart {
  const own = candidates.find((one) => one.owner === owner);
  if (own === undefined) {
    return { contends: false, follows: false };
  }
  // Whoever was started again at once has two lives here for a moment: they are one.
  const place = [...new Set(candidates.map(({ name }) => name))].indexOf(own.name);
  const isBetter = candidates.slice(0, 2).every(({ live }) => live < own.live);
  return { contends: place <= 1 || isBetter, follows: place <= (standby === "warm" ? 1 : 0) };
}
