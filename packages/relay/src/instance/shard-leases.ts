import type { Clock } from "@depthwire/core";
import { LeaseKeeper, type LeaseNews } from "../lease/lease-keeper.js";
import type { LeaseOptions } from "../lease/lease-options.js";
import type { CandidateFacts } from "../lease/lease-state.js";
import type { LeaseStore } from "../ports/lease-store.js";

/** What {@link ShardLeases} work with. */
export interface ShardLeasesParts {
  readonly store: LeaseStore;
  /** A store may have the leases of several venues. */
  readonly venue: string;
  readonly options: LeaseOptions;
  readonly clock: Clock;
  readonly bootMs: (() => number) | undefined;
  readonly facts: (shard: string) => CandidateFacts;
  readonly tell: (shard: string, news: LeaseNews) => void;
}

/** The leases that this instance wants or holds: one keeper for each shard. */
export class ShardLeases {
  readonly #parts: ShardLeasesParts;
  readonly #keepers = new Map<string, LeaseKeeper>();
  readonly #terms = new Map<string, number>();
  /** Leases that are being given back. */
  readonly #ending = new Set<Promise<void>>();

  constructor(parts: ShardLeasesParts) {
    this.#parts = parts;
  }

  /** Terms of the shards that it owns. */
  get owned(): ReadonlyMap<string, number> {
    return this.#terms;
  }

  keeperOf(shard: string): LeaseKeeper | undefined {
    return this.#keepers.get(shard);
  }

  /** Whether it may act for the shard at this moment. */
  holds(shard: string): boolean {
    return this.#keepers.get(shard)?.holds() ?? false;
  }

  /** Wants these leases when nobody holds them. What it holds it keeps until it loses it, or gives it back. */
  want(shards: ReadonlySet<string>): void {
    for (const [shard, keeper] of this.#keepers) {
      // Whether a take succeeded is waited for: a lease that nobody knows to hold costs its whole time.
      if (!shards.has(shard) && keeper.phase === "contending") {
        this.#end(shard, keeper);
      }
    }
    for (const shard of shards) {
      if (!this.#keepers.has(shard)) {
        const { store, venue, options, clock, bootMs, facts, tell } = this.#parts;
        const keeper = new LeaseKeeper({
          store,
          key: `${venue}.${shard}`,
          options,
          clock,
          bootMs,
          facts: () => facts(shard),
          tell: (news) => {
            this.#note(shard, news);
            tell(shard, news);
          },
        });
        this.#keepers.set(shard, keeper);
        keeper.start();
      }
    }
  }

  /** Gives one back, where it is held. */
  release(shard: string): void {
    const keeper = this.#keepers.get(shard);
    if (keeper !== undefined) {
      this.#end(shard, keeper);
    }
  }

  /** Gives all back and wants none. Resolves when the store has them, or did not answer in time. */
  async releaseAll(): Promise<void> {
    for (const [shard, keeper] of this.#keepers) {
      this.#end(shard, keeper);
    }
    await Promise.all(this.#ending);
  }

  #end(shard: string, keeper: LeaseKeeper): void {
    this.#keepers.delete(shard);
    const ending = keeper.end();
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  #note(shard: string, news: LeaseNews): void {
    if (news.kind === "won") {
      this.#terms.set(shard, news.term);
    } else if (news.kind === "lost") {
      this.#terms.delete(shard);
    }
  }
}
