import type { Clock } from "@depthwire/core";
import { LeaseKeeper, type LeaseNews } from "../lease/lease-keeper.js";
import type { LeaseOptions } from "../lease/lease-options.js";
import type { CandidateFacts } from "../lease/lease-state.js";
import type { LeaseStore } from "../ports/lease-store.js";
import { ageMs, type Moment } from "../time/moment.js";

/** What {@link ShardLeases} work with. */
export interface ShardLeasesParts {
  readonly store: LeaseStore;
  /** A store may have the leases of several venues. */
  readonly venue: string;
  readonly options: LeaseOptions;
  readonly clock: Clock;
  readonly bootMs: (() => number) | undefined;
  readonly now: () => Moment;
  readonly facts: (shard: string) => CandidateFacts;
  readonly tell: (shard: string, news: LeaseNews) => void;
}

/** The leases that this instance wants or holds: one keeper for each shard. */
export class ShardLeases {
  readonly #parts: ShardLeasesParts;
  readonly #keepers = new Map<string, LeaseKeeper>();
  readonly #terms = new Map<string, number>();
  /** Since when it has wanted each, held it, or wanted it again. */
  readonly #since = new Map<string, Moment>();
  /** Renewals of keepers that are gone. */
  #formerRenewals = 0;
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

  /** Renewals that the store accepted, of all leases since the start. */
  get renewals(): number {
    return [...this.#keepers.values()].reduce((sum, { renewals }) => sum + renewals, this.#formerRenewals);
  }

  /** What the store's lease of a shard is called. */
  keyOf(shard: string): string {
    return `${this.#parts.venue}.${shard}`;
  }

  /** For how long it has held the lease of a shard, or wanted it, milliseconds. */
  heldForMs(shard: string): number {
    const since = this.#since.get(shard);
    return since === undefined ? 0 : ageMs(since, this.#parts.now());
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
        const { store, options, clock, bootMs, facts, tell, now } = this.#parts;
        const keeper = new LeaseKeeper({
          store,
          key: this.keyOf(shard),
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
        this.#since.set(shard, now());
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
    this.#since.delete(shard);
    this.#formerRenewals += keeper.renewals;
    const ending = keeper.end();
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  #note(shard: string, news: LeaseNews): void {
    if (news.kind === "won") {
      this.#terms.set(shard, news.term);
      this.#since.set(shard, this.#parts.now());
    } else if (news.kind === "lost") {
      this.#terms.delete(shard);
      if (this.#keepers.has(shard)) {
        this.#since.set(shard, this.#parts.now());
      }
    }
  }
}
