import type { Candidate } from "./candidates.js";

/** How long a move has to be called for before it is made. In looks. */
export interface RebalanceLimits {
  /** Somebody whom the plan puts first is as live as the owner. */
  readonly firstLooks: number;
  /** Somebody has more live books than the owner. */
  readonly liverLooks: number;
}

interface Wish {
  readonly to: string;
  looks: number;
}

/** After each failure of somebody the next move to it takes twice as long, up to so many doublings. */
const maxDoublings = 6;

/**
 * Says which shard should go to whom, and makes sure that none goes back and forth: a move is made only when it was called for at each of many looks, and the more
 * often its target was not fit, the more looks it takes.
 */
export class Rebalance {
  readonly #limits: RebalanceLimits;
  readonly #wishes = new Map<string, Wish>();
  /** How often somebody lost what spoke for it, or did not take what it was offered; by shard and owner. */
  readonly #failures = new Map<string, number>();

  constructor(limits: RebalanceLimits) {
    this.#limits = limits;
  }

  /** Called for each shard at each look of the instance `owner`. Returns who should get it now from `owner`, who owns it. */
  look(shard: string, candidates: readonly Candidate[], owner: string): Candidate | undefined {
    const target = targetOf(candidates, owner);
    const wish = this.#wishes.get(shard);
    if (wish !== undefined && wish.to !== target?.candidate.owner) {
      this.#wishes.delete(shard);
      this.#count(shard, wish.to);
    }
    if (target === undefined) {
      return undefined;
    }
    const { candidate, why } = target;
    const present = this.#wishes.get(shard) ?? { to: candidate.owner, looks: 0 };
    present.looks++;
    this.#wishes.set(shard, present);
    const doublings = Math.min(maxDoublings, this.#failures.get(keyOf(shard, candidate.owner)) ?? 0);
    const looks = why === "first" ? this.#limits.firstLooks * 2 ** doublings : this.#limits.liverLooks;
    return present.looks > looks ? candidate : undefined;
  }

  /** The instance `owner` got the shard: whoever stands before it and is less live had failed. */
  won(shard: string, candidates: readonly Candidate[], owner: string): void {
    const place = candidates.findIndex((one) => one.owner === owner);
    const mine = candidates[place]?.live ?? 0;
    for (const one of candidates.slice(0, Math.max(0, place))) {
      if (one.live < mine) {
        this.#count(shard, one.owner);
      }
    }
  }

  /** The shard is another one's. */
  forget(shard: string): void {
    this.#wishes.delete(shard);
  }

  /** It was offered the shard and did not take it. */
  notTaken(shard: string, owner: string): void {
    this.#wishes.delete(shard);
    this.#count(shard, owner);
  }

  #count(shard: string, owner: string): void {
    const key = keyOf(shard, owner);
    this.#failures.set(key, (this.#failures.get(key) ?? 0) + 1);
  }
}

function keyOf(shard: string, owner: string): string {
  return `${shard} ${owner}`;
}

/** Who should have the shard in the place of `owner`; undefined where that is nobody. */
function targetOf(
  candidates: readonly Candidate[],
  owner: string,
): { readonly candidate: Candidate; readonly why: "first" | "liver" } | undefined {
  const place = candidates.findIndex((one) => one.owner === owner);
  const mine = candidates[place]?.live ?? 0;
  const fit = candidates.filter((one) => one.owner !== owner && one.store === "answers" && one.live > 0);
  const before = place < 0 ? candidates : candidates.slice(0, place);
  const first = fit.find((one) => one.live >= mine && before.includes(one));
  if (first !== undefined) {
    return { candidate: first, why: first.live > mine ? "liver" : "first" };
  }
  const most = Math.max(0, ...fit.map(({ live }) => live));
  const liver = fit.find(({ live }) => live === most && live > mine);
  return liver && { candidate: liver, why: "liver" };
}
