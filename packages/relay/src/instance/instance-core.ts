import type { LeaseNews } from "../lease/lease-keeper.js";
import { RelayOwner } from "../owner/relay-owner.js";
import { ageMs, type Moment } from "../time/moment.js";
import { type Candidate, partOf } from "./candidates.js";
import { Following } from "./following.js";
import { HandOvers } from "./hand-over.js";
import type { RelayInstanceEvent } from "./instance-event.js";
import type { InstanceSettings, RelayInstanceOptions } from "./instance-options.js";
import type { RelayInstanceStatus } from "./instance-status.js";
import { absentLeases, lingerMs, readyMs, renewalsPerLease, successorMs } from "./instance-times.js";
import { factsOf } from "./lease-facts.js";
import { type MemberBeat, venueMark } from "./member-beat.js";
import { Membership } from "./membership.js";
import { Rebalance } from "./rebalance.js";
import { RivalWatch } from "./rival-watch.js";
import { ShardBooks } from "./shard-books.js";
import { ShardLeases } from "./shard-leases.js";
import { type MoveEnd, ShardMoves } from "./shard-moves.js";
import { type OwnCounts, statusOf } from "./status-of.js";
import { VenueTime } from "./venue-time.js";
import { WatchedStores } from "./watched-stores.js";

/** What a {@link RelayInstance} consists of, and what it does at each look. */
export class InstanceCore {
  readonly relay: RelayOwner;
  readonly books: ShardBooks = new ShardBooks(() => this.now());
  readonly membership: Membership;
  readonly leases: ShardLeases;
  readonly handOvers: HandOvers;
  readonly counts: { -readonly [Count in keyof OwnCounts]: number };
  readonly stores: WatchedStores;
  readonly settings: InstanceSettings;
  readonly owner: string;
  readonly options: RelayInstanceOptions;
  /** When it looked last. */
  lookedAt: Moment | undefined;
  readonly #moves: ShardMoves;
  readonly #rebalance: Rebalance;
  readonly #following: Following;
  readonly #venueTime: VenueTime;
  readonly #rivals: RivalWatch;
  /** The newest word of an owner, by shard; its own too. */
  readonly #heard = new Map<string, { readonly term: number; readonly owner: string }>();
  /** As of the last look. */
  #candidates: ReadonlyMap<string, readonly Candidate[]> = new Map();
  #state: RelayInstanceStatus["state"] = "starting";
  #isStarted = false;

  constructor(options: RelayInstanceOptions, settings: InstanceSettings, owner: string) {
    this.options = options;
    this.settings = settings;
    this.owner = owner;
    this.counts = { won: 0, lost: 0, handedOver: 0, malformed: 0 };
    const { bus, subjects, clock, bootMs, pairs, follow, venueTimeMs, protocol, serviceName, views } = options;
    const { leaseMs, beatEveryMs, callLimitMs, onLeaseLoss: onLoss, rebalanceAfterMs } = settings;
    this.stores = new WatchedStores(options, callLimitMs, (event) => this.tell(event));
    const looks = (ms: number): number => Math.ceil(ms / beatEveryMs);
    const published = { pairs, beatEveryMs, protocol, serviceName, views };
    const holds = (shard: string): boolean => this.leases.holds(shard);
    this.relay = new RelayOwner({ bus, subjects, owner, clock, holds, ...published });
    this.leases = new ShardLeases({
      store: this.stores.leaseStore,
      venue: subjects.venue,
      options: { name: owner, leaseMs, renewEveryMs: leaseMs / renewalsPerLease, callLimitMs, onLoss },
      clock,
      bootMs,
      now: () => this.now(),
      facts: (shard) => factsOf(this, shard),
      tell: (shard, news) => this.#hearLease(shard, news),
    });
    this.handOvers = new HandOvers({
      keeperOf: (shard) => this.leases.keeperOf(shard),
      ownerOf: (shard) => this.heardOf(shard)?.owner,
      takenLooks: looks(2 * leaseMs),
      withdrawnLooks: looks(2 * callLimitMs),
    });
    this.#rebalance = new Rebalance({ firstLooks: looks(rebalanceAfterMs), liverLooks: looks(leaseMs) });
    this.membership = this.#membership(looks(absentLeases * leaseMs));
    this.#moves = this.#shardMoves(looks(readyMs), looks(successorMs));
    const left = (pair: string): void => {
      this.books.status(pair, "stale", undefined);
      this.relay.status(pair, "stale", undefined);
    };
    this.#following = new Following({ follow, left, lingerLooks: looks(lingerMs) });
    this.#rivals = new RivalWatch({ bus, subjects, owner, heard: (...word) => this.#hearOwner(...word) });
    const failed = (error: unknown): void => this.tell({ kind: "venue-time-failed", error });
    this.#venueTime = new VenueTime({ clock, ask: venueTimeMs, failed });
  }

  get state(): RelayInstanceStatus["state"] {
    return this.#state === "taking-part" && this.membership.isCutOff ? "cut-off" : this.#state;
  }

  /** The venue's time; undefined before it answered. */
  get venueMs(): number | undefined {
    return this.#venueTime.nowMs;
  }

  /** Who may own the shard, as of the last look. */
  candidatesOf(shard: string): readonly Candidate[] {
    return this.#candidates.get(shard) ?? [];
  }

  /** The newest word of an owner of the shard. */
  heardOf(shard: string): { readonly term: number; readonly owner: string } | undefined {
    return this.#heard.get(shard);
  }

  tell(event: RelayInstanceEvent): void {
    this.options.listener?.(event);
  }

  now(): Moment {
    const { clock, bootMs } = this.options;
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.epochMs(), bootMs: bootMs?.() };
  }

  status(): RelayInstanceStatus {
    return statusOf(this);
  }

  start(): void {
    this.#isStarted = true;
    this.#state = "taking-part";
    this.#venueTime.start();
    this.membership.start();
  }

  /** Time for a beat passed. */
  look(): void {
    this.lookedAt = this.now();
    this.membership.look();
    if (this.membership.isCutOff || this.membership.isRefused) {
      this.#giveUp();
      return;
    }
    const { order, contenders } = this.membership;
    const shards = order?.shards ?? new Map<string, readonly string[]>();
    const candidates = [...shards.keys()].map((shard) => [shard, order?.candidates(shard, contenders) ?? []] as const);
    this.#candidates = new Map(candidates);
    this.#takePart(shards);
    for (const shard of this.leases.owned.keys()) {
      if (order !== undefined && !shards.has(shard)) {
        this.leases.release(shard);
      }
    }
    this.#moves.look();
  }

  /** Hands a shard over because somebody asked for it. Never rejects. */
  handOver(shard: string, to: string | undefined): Promise<MoveEnd> {
    const isHere = this.state === "taking-part";
    return isHere ? this.#moves.handOver(shard, to) : Promise.resolve({ kind: "refused", refusal: "not-owner" });
  }

  /** Gives to others what it owns. Never rejects. */
  async leave(): Promise<void> {
    this.#state = "closing";
    if (this.#isStarted) {
      const since = this.now();
      this.membership.leave();
      await this.#moves.leave(() => ageMs(since, this.now()) < this.settings.closeLimitMs);
    }
  }

  /** Ends all. Never rejects. */
  async end(): Promise<void> {
    if (this.#isStarted) {
      this.#venueTime.end();
      this.#rivals.watch(new Set());
      await this.leases.releaseAll();
      await this.relay.end();
      await this.membership.end();
      this.#following.close();
    }
    this.#state = "closed";
  }

  #takePart(shards: ReadonlyMap<string, readonly string[]>): void {
    const { owner, settings, options, leases } = this;
    const wanted = new Set<string>();
    const followed: string[] = [];
    const can = new Set(options.pairs);
    for (const [shard, pairs] of shards) {
      const { contends, follows } = partOf(this.candidatesOf(shard), owner, settings.standby);
      if (contends && this.venueMs !== undefined) {
        wanted.add(shard);
      }
      if (follows || leases.owned.has(shard)) {
        followed.push(...pairs.filter((pair) => can.has(pair)));
      }
    }
    leases.want(wanted);
    this.#following.want(followed);
    this.#rivals.watch(new Set([...wanted, ...leases.owned.keys()]));
  }

  /** What it publishes reaches nobody, or is not to be published: whoever takes part had better own its shards. */
  #giveUp(): void {
    this.leases.want(new Set());
    for (const shard of this.leases.owned.keys()) {
      this.leases.release(shard);
    }
    this.#moves.gaveUp();
  }

  #hearLease(shard: string, news: LeaseNews): void {
    if (news.kind === "won") {
      this.counts.won++;
      this.#heard.set(shard, { term: news.term, owner: this.owner });
      this.relay.own(shard, news.term);
      this.#rebalance.won(shard, this.candidatesOf(shard), this.owner);
      this.tell({ kind: "owned", shard, term: news.term });
      this.membership.beat();
    } else if (news.kind === "lost") {
      const { term } = news;
      this.counts.lost++;
      const heard = this.#heard.get(shard);
      const successor = this.leases.keeperOf(shard)?.holder ?? (heard && heard.term > term ? heard.owner : undefined);
      const isHandedOver = this.handOvers.lost(shard, successor, news.cause);
      this.counts.handedOver += isHandedOver ? 1 : 0;
      // Whose lease ran out may not go on, whoever has it now.
      this.relay[isHandedOver && news.cause !== "ran-out" ? "retire" : "disown"](shard);
      this.tell({ kind: "lost", shard, term, cause: isHandedOver ? "handed-over" : news.cause });
      this.membership.beat();
    } else if (news.kind === "goes-on") {
      this.tell({ kind: "publishing-on", shard, term: news.term });
    } else if (news.kind === "unreadable") {
      this.tell({ kind: "lease-unreadable", shard, key: this.leases.keyOf(shard) });
    }
  }

  #hearMember({ owner, owned, offer }: MemberBeat): void {
    for (const [shard, term] of Object.entries(owned)) {
      this.#hearOwner(shard, term, owner);
    }
    if (offer?.heir === this.owner) {
      this.leases.keeperOf(offer.shard)?.look();
    }
  }

  #hearOwner(shard: string, term: number, owner: string): void {
    if (!this.#venueTime.mayBeTerm(term)) {
      return;
    }
    if (term > (this.#heard.get(shard)?.term ?? 0)) {
      this.#heard.set(shard, { term, owner });
    }
    this.leases.keeperOf(shard)?.hear(term, owner);
  }

  #membership(absentLooks: number): Membership {
    const { bus, subjects, clock, name, pairs, venueIdentity } = this.options;
    return new Membership({
      venue: venueIdentity === undefined ? undefined : venueMark(venueIdentity),
      bus,
      subjects,
      store: this.stores.sharedStore,
      clock,
      name,
      owner: this.owner,
      leaseMs: this.settings.leaseMs,
      pairs,
      now: () => this.now(),
      absentLooks,
      own: () => ({
        store: this.stores.leases,
        live: this.books.live,
        owned: Object.fromEntries(this.leases.owned),
        offer: this.handOvers.offer,
      }),
      heard: (beat) => this.#hearMember(beat),
      tell: (event) => this.tell(event),
      malformed: () => void this.counts.malformed++,
    });
  }

  #shardMoves(readyLooks: number, successorLooks: number): ShardMoves {
    return new ShardMoves({
      owner: this.owner,
      name: this.options.name,
      others: () => this.membership.members.all,
      handOvers: this.handOvers,
      rebalance: this.#rebalance,
      pairsOf: (shard) => this.membership.order?.shards.get(shard),
      owned: () => this.leases.owned.keys(),
      holds: (shard) => this.leases.holds(shard),
      candidates: (shard) => this.candidatesOf(shard),
      liveOf: (shard) => this.books.liveOf(shard),
      isStoreAway: () => this.stores.leases === "away",
      place: (shard, instance) => this.membership.place(shard, instance),
      readyLooks,
      successorLooks,
      tell: (event) => this.tell(event),
    });
  }
}
