import type { BookReason, BookStatus } from "@depthwire/book";
import type { AcceptedFrame, FrameListener, ShardState } from "@depthwire/stream";
import { RelayError } from "../error/relay-error.js";
import { LeaseKeeper, type LeaseNews } from "../lease/lease-keeper.js";
import { tryLeaseStore } from "../lease/try-lease-store.js";
import { RelayOwner } from "../owner/relay-owner.js";
import { pairsByShard, shardOf } from "../plan/shard-plan.js";
import type { RelayInstanceOptions } from "./instance-options.js";
import type { RelayInstanceStatus, ShardStatus } from "./instance-status.js";
import { VenueTime } from "./venue-time.js";

export type { RelayInstanceEvent } from "./instance-event.js";
export type { FollowedBook, RelayInstanceOptions } from "./instance-options.js";
export type { RelayInstanceStatus } from "./instance-status.js";

/** How often a lease is renewed while it would stand. */
const renewalsPerLease = 4;

/** A process, or a thread of one, that takes part in a relay: it owns shards by leases, and publishes what its engine keeps for them. */
export class RelayInstance {
  readonly #options: RelayInstanceOptions;
  readonly #owner: string;
  readonly #relay: RelayOwner;
  readonly #venueTime: VenueTime;
  readonly #pairs: ReadonlyMap<string, readonly string[]>;
  readonly #keepers = new Map<string, LeaseKeeper>();
  readonly #terms = new Map<string, number>();
  readonly #books = new Map<string, { readonly status: BookStatus; readonly reason: BookReason | undefined }>();
  readonly #counts = { won: 0, lost: 0, handedOver: 0, storeFailures: 0, malformed: 0 };
  #state: RelayInstanceStatus["state"] = "starting";
  #leaseStore: "answers" | "away" = "answers";

  /** @throws ValidationError `value-invalid` for a name that can't be part of a subject */
  constructor(options: RelayInstanceOptions) {
    const { bus, subjects, name, clock, random, pairs, beatEveryMs, venueTimeMs, listener } = options;
    subjects.ops(name);
    const base = 36;
    this.#options = options;
    this.#owner = `${name}-${clock.epochMs().toString(base)}-${Math.floor(random() * 2 ** 32).toString(base)}`;
    const holds = (shard: string): boolean => this.#keepers.get(shard)?.holds() ?? false;
    this.#relay = new RelayOwner({ bus, subjects, owner: this.#owner, clock, pairs, beatEveryMs, holds });
    this.#pairs = pairsByShard({ pairs });
    const failed = (error: unknown): void => listener?.({ kind: "venue-time-failed", error });
    this.#venueTime = new VenueTime({ clock, ask: venueTimeMs, failed });
  }

  /** The port `listenToFrames` of the engine's shard. */
  readonly listenToFrames = (state: ShardState): FrameListener => {
    const relay = this.#relay.listenToFrames(state);
    return {
      accepted: (frame: AcceptedFrame) => relay.accepted(frame),
      status: (pair: string, status: BookStatus, reason: BookReason | undefined) => {
        this.#books.set(pair, { status, reason });
        relay.status(pair, status, reason);
      },
    };
  };

  /**
   * Takes part from now on. Resolves when the store of leases has been tried; the shards come later.
   *
   * @throws RelayError `relay-store-unsafe`
   */
  async start(): Promise<void> {
    const { leaseStore, unsafeStore = "refuse", listener, follow, pairs } = this.#options;
    const trial = await tryLeaseStore(leaseStore);
    if (trial.unsafeRounds > 0) {
      if (unsafeStore === "refuse") {
        throw new RelayError("relay-store-unsafe", { store: "leases", ...trial });
      }
      listener?.({ kind: "store-unsafe", ...trial });
    }
    this.#state = "taking-part";
    this.#venueTime.start();
    for (const pair of pairs) {
      follow?.(pair);
    }
    for (const shard of this.#pairs.keys()) {
      const keeper = this.#keeperOf(shard);
      this.#keepers.set(shard, keeper);
      keeper.start();
    }
  }

  /** Hands a shard that this one owns over to the next candidate: nobody sees a book that is not live. */
  handOver(_shard: string): Promise<void> {
    return Promise.reject(new Error("comes with the next change"));
  }

  /** What it does at the moment. */
  status(): RelayInstanceStatus {
    const { name, standby = "warm" } = this.#options;
    return {
      name,
      owner: this.#owner,
      state: this.#state,
      standby,
      plan: undefined,
      stores: { leases: this.#leaseStore, shared: "answers" },
      members: [],
      shards: [...this.#pairs].map(([shard, pairs]) => this.#shardStatus(shard, pairs)),
      counts: { ...this.#counts },
    };
  }

  /** Gives its leases back and ends. Resolves when the store has them, or did not answer in time; never rejects. */
  async close(): Promise<void> {
    this.#state = "closing";
    this.#venueTime.end();
    await Promise.all([...this.#keepers.values()].map((keeper) => keeper.end()));
    this.#relay.close();
    this.#state = "closed";
  }

  #keeperOf(shard: string): LeaseKeeper {
    const { leaseStore: store, clock, bootMs, leaseMs = 3_000, callLimitMs = 500 } = this.#options;
    return new LeaseKeeper({
      store,
      key: shard,
      options: { name: this.#owner, leaseMs, renewEveryMs: leaseMs / renewalsPerLease, callLimitMs },
      clock,
      bootMs,
      facts: () => ({ isLive: true, isAnotherLive: false, venueMs: this.#venueTime.nowMs ?? 0, heardTerm: 0 }),
      tell: (news) => this.#hear(shard, news),
    });
  }

  #hear(shard: string, news: LeaseNews): void {
    const { listener } = this.#options;
    switch (news.kind) {
      case "won":
        this.#counts.won++;
        this.#terms.set(shard, news.term);
        this.#relay.own(shard, news.term);
        listener?.({ kind: "owned", shard, term: news.term });
        break;
      case "lost":
        this.#counts.lost++;
        this.#terms.delete(shard);
        this.#relay.disown(shard);
        listener?.({ kind: "lost", shard, term: news.term, cause: news.cause });
        break;
      case "store-failed":
        this.#counts.storeFailures++;
        listener?.({ kind: "store-failed", store: "leases", error: news.error });
        break;
    }
  }

  #shardStatus(shard: string, pairs: readonly string[]): ShardStatus {
    const term = this.#terms.get(shard);
    const booksNotLive = pairs
      .map((pair) => ({ pair, ...(this.#books.get(pair) ?? { status: "syncing" as const, reason: undefined }) }))
      .filter(({ status }) => status !== "live");
    return {
      shard: shardOf(pairs[0] ?? shard),
      role: term === undefined ? "standby" : "owner",
      term: term ?? 0,
      owner: term === undefined ? this.#keepers.get(shard)?.holder : this.#owner,
      pairs: pairs.length,
      booksNotLive,
    };
  }
}
