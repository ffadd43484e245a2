import type { Clock } from "@depthwire/core";
import type { Bus } from "../bus/bus.js";
import { PlanKeeper } from "../plan/plan-keeper.js";
import { type ShardPlan, withPlace } from "../plan/shard-plan.js";
import { wantedPlan } from "../plan/wanted-plan.js";
import type { LeaseStore } from "../ports/lease-store.js";
import type { Moment } from "../time/moment.js";
import type { Subjects } from "../wire/subjects.js";
import { type Contender, ShardOrder } from "./candidates.js";
import type { RelayInstanceEvent } from "./instance-event.js";
import { decodeMemberBeat, encodeMemberBeat, type MemberBeat } from "./member-beat.js";
import { type Member, Members } from "./members.js";
import { NameWatch } from "./name-watch.js";
import { OwnBeats } from "./own-beats.js";
import { type OwnStanding, Strangers } from "./strangers.js";

/** What {@link Membership} works with. */
export interface MembershipParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly store: LeaseStore;
  readonly clock: Clock;
  readonly name: string;
  readonly owner: string;
  readonly pairs: readonly string[];
  /** {@link venueMark} of the venue that this instance means. */
  readonly venue: string | undefined;
  /** How long its leases stand. */
  readonly leaseMs: number;
  readonly now: () => Moment;
  /** Looks without a word after which an instance is left out of the plan. */
  readonly absentLooks: number;
  /** What this instance says of itself. */
  readonly own: () => Pick<MemberBeat, "store" | "live" | "owned" | "offer">;
  /** Another instance said something. */
  readonly heard: (beat: MemberBeat) => void;
  readonly tell: (event: RelayInstanceEvent) => void;
  readonly malformed: () => void;
}

/** An instance that starts listens first: for as many looks as tell that somebody is silent. */
const listeningLooks = 5;
/** Names of pairs stand in every so many beats, though nobody asks for them. */
const beatsPerNames = 50;
/** Looks between two changes of the plan: halves of a bus that do not hear each other change it against each other. */
const looksPerChange = 10;
/** The plan is read again after so many looks, though nobody spoke of a newer one. */
const looksPerReading = 100;

/** Who takes part, and the plan that all share: what instances say over the bus, and what stands in the shared store. */
export class Membership {
  readonly members: Members;
  readonly #parts: MembershipParts;
  readonly #plan: PlanKeeper;
  #order: ShardOrder | undefined;
  readonly #ownBeats = new OwnBeats();
  #looks = 0;
  /** Looks during which it heard the others, as far as they spoke. */
  #listened = 0;
  #changedAtLook = Number.NEGATIVE_INFINITY;
  #namesDue = true;
  #newestPlanHeard = 0;
  /** Nobody came, went or changed since the plan was found right. */
  #isPlanRight = false;
  /** The plan is to be read again. */
  #isPlanOld = false;
  #isCutOff = false;
  readonly #strangers: Strangers;
  readonly #nameWatch: NameWatch;
  #state: MemberBeat["state"] = "present";
  #end: () => void = () => undefined;

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    this.members = new Members(parts.absentLooks);
    this.#strangers = new Strangers(parts);
    this.#nameWatch = new NameWatch(parts);
    this.#plan = new PlanKeeper({
      store: parts.store,
      key: `${parts.subjects.venue}.plan`,
      changed: (plan) => this.#planChanged(plan),
      unreadable: (error) => parts.tell({ kind: "plan-unreadable", error }),
    });
  }

  /** The plan that counts; undefined before it was read. */
  get plan(): ShardPlan | undefined {
    return this.#plan.plan;
  }

  /** Its shards and who comes first for them. */
  get order(): ShardOrder | undefined {
    return this.#order;
  }

  /** Whether its own messages do not come back over the bus. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Whether it cannot take part with others who are there. */
  get isRefused(): boolean {
    return this.#strangers.isRefused;
  }

  /** All who are there and want shards, this one too. */
  get contenders(): Contender[] {
    const { name, owner, pairs, own } = this.#parts;
    const others = this.members.present
      .filter(({ beat }) => beat.state === "present")
      .map((one) => ({ ...one.beat, pairs: one.pairs }));
    return this.#state === "present" && !this.#isCutOff && !this.isRefused
      ? [{ name, owner, pairs, ...own() }, ...others]
      : others;
  }

  start(): void {
    const { bus, subjects } = this.#parts;
    this.#end = bus.subscribe(subjects.members(), ({ bytes }) => this.#receive(bytes));
    void this.#plan.read();
    this.beat();
  }

  /** Says what is new at once. */
  beat(): void {
    const { bus, subjects, name, owner, pairs, venue, leaseMs, own } = this.#parts;
    const isNamed = this.#namesDue || this.#ownBeats.sent % beatsPerNames === 0;
    this.#namesDue = false;
    const beat: MemberBeat = {
      version: 1,
      name,
      owner,
      beat: this.#ownBeats.next(),
      plan: this.plan?.revision ?? 0,
      state: this.#state,
      standing: this.isRefused ? "refused" : this.#isListening ? "listens" : undefined,
      venue,
      leaseMs,
      pairs: isNamed ? pairs : undefined,
      asksPairsOf: this.members.unnamed,
      ...own(),
    };
    bus.publish(subjects.members(), encodeMemberBeat(beat));
  }

  /** Time for a beat passed. */
  look(): void {
    const { tell, absentLooks } = this.#parts;
    this.#looks++;
    if (this.#looks === absentLooks + 1) {
      // From now on who was never heard is gone.
      this.#isPlanRight = false;
    }
    this.#ownBeats.look();
    const { isCutOff } = this.#ownBeats;
    if (isCutOff !== this.#isCutOff) {
      this.#isCutOff = isCutOff;
      tell({ kind: isCutOff ? "cut-off" : "cut-off-ended" });
    }
    // Who is cut off itself knows nothing of the others' silence.
    if (!isCutOff) {
      this.#listened += this.#ownBeats.isHeard ? 1 : 0;
      for (const { name } of this.members.look()) {
        this.#isPlanRight = false;
        // The former life of one that was started again under its name.
        if (!this.members.isHere(name)) {
          tell({ kind: "left", instance: name });
        }
      }
      this.#keepPlan();
    }
    this.beat();
  }

  /** Puts a shard to an instance, for an operator; undefined takes that back. Resolves with whether the store has it. */
  place(shard: string, instance: string | undefined): Promise<boolean> {
    return this.#plan.change((plan) => plan && withPlace(plan, shard, instance));
  }

  /** From now on it wants no shard, and says so. */
  leave(): void {
    this.#state = "leaving";
    this.beat();
  }

  /** Takes itself out of the plan, and says its last word. Never rejects. */
  async end(): Promise<void> {
    const { name } = this.#parts;
    // A later life of its name stays in the plan under it.
    if (!this.isRefused && !this.members.isHere(name)) {
      await this.#plan.change((plan) => wantedPlan(plan, { ...this.#present(), absent: new Set([name]) }, undefined));
    }
    this.#state = "left";
    this.beat();
    this.#end();
  }

  #receive(bytes: Uint8Array): void {
    const { owner, now, heard, tell, malformed } = this.#parts;
    const beat = decodeMemberBeat(bytes);
    if (beat === undefined) {
      malformed();
      return;
    }
    if (beat.owner === owner) {
      if (!this.#ownBeats.hear(beat.beat)) {
        malformed();
      }
      return;
    }
    this.#nameWatch.hear(beat);
    if (this.#strangers.isOne(beat, this.#standing)) {
      // As long as both take part, the plan decides which of them stays.
      this.#isPlanOld ||= beat.standing !== "refused";
      return;
    }
    const change = this.members.hear(beat, now());
    if (change !== "known") {
      this.#isPlanRight = false;
    }
    if (change === "joined" || change === "left") {
      tell({ kind: change, instance: beat.name });
    }
    this.#namesDue ||= beat.asksPairsOf?.includes(owner) === true;
    this.#newestPlanHeard = Math.max(this.#newestPlanHeard, beat.plan);
    heard(beat);
  }

  get #isListening(): boolean {
    return this.#listened <= listeningLooks;
  }

  get #standing(): OwnStanding {
    return {
      isListening: this.#isListening,
      isJoining: this.#plan.isBusy,
      isInPlan: (name) => this.plan?.instances.includes(name) === true,
    };
  }

  #keepPlan(): void {
    if (this.isRefused || this.#plan.isBusy || this.#isListening) {
      return;
    }
    const { plan } = this;
    const { name } = this.#parts;
    const mustJoin = plan?.instances.includes(name) !== true;
    // Whoever leaves changes nothing more, but has to know who is there to hand over to.
    const mayChange = this.#state === "present" && this.#looks - this.#changedAtLook >= looksPerChange;
    if (mayChange && (mustJoin || (this.#isFirst && this.#mustChange()))) {
      this.#changedAtLook = this.#looks;
      void this.#plan.change((read) => wantedPlan(read, this.#present(), name));
    } else if (
      this.#isPlanOld ||
      this.#newestPlanHeard > (plan?.revision ?? 0) ||
      this.#looks % looksPerReading === 0
    ) {
      this.#isPlanOld = false;
      void this.#plan.read();
    }
  }

  /** Lists of thousands of pairs are not compared at each look: only after something has changed. */
  #mustChange(): boolean {
    this.#isPlanRight ||= wantedPlan(this.plan, this.#present(), this.#parts.name) === undefined;
    return !this.#isPlanRight;
  }

  /** One of all writes what everybody sees. Compare-and-set decides where two believe to be that one. */
  get #isFirst(): boolean {
    const { owner, own } = this.#parts;
    const able = this.members.present.filter(({ beat }) => beat.state === "present" && beat.store === "answers");
    return own().store === "answers" && able.every((one) => owner < one.owner);
  }

  #present(): { readonly pairs: Map<string, readonly string[] | undefined>; readonly absent: ReadonlySet<string> } {
    const { name, pairs, absentLooks } = this.#parts;
    const known = new Map<string, readonly string[] | undefined>();
    for (const one of this.members.all.filter(({ beat }) => beat.state === "present")) {
      known.set(one.name, one.pairs ?? known.get(one.name));
    }
    known.set(name, pairs);
    // Somebody who was never heard may speak yet, as long as this one has not listened for long enough.
    const hasListened = this.#looks > absentLooks;
    const absent = (this.plan?.instances ?? []).filter((one) => hasListened && !known.has(one));
    return { pairs: known, absent: new Set(absent) };
  }

  #planChanged(plan: ShardPlan): void {
    this.#isPlanRight = false;
    this.#order = new ShardOrder(plan);
    const { revision, instances, pairs } = plan;
    this.#parts.tell({ kind: "plan", revision, instances, pairs: pairs.length });
  }

  /** The one who owns under this name, where it was heard. */
  memberOf(owner: string): Member | undefined {
    return this.members.of(owner);
  }
}
