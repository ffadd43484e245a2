import type { CancelTimer, Clock } from "@depthwire/core";
import type { LeaseStore, StoredLease } from "../ports/lease-store.js";
import { ageMs, type Moment } from "../time/moment.js";
import { decodeLeaseRecord, encodeLeaseRecord, type LeaseOptions, type LeaseReading } from "./lease-options.js";
import {
  type CandidateFacts,
  goesOn,
  holdsLease,
  type LeaseEffect,
  type LeaseEvent,
  type LeaseLoss,
  type LeaseState,
  noLease,
} from "./lease-state.js";
import { LimitedStore } from "./limited-store.js";
import { stepLease } from "./step-lease.js";

/** What a {@link LeaseKeeper} tells. */
export type LeaseNews =
  | { readonly kind: "won"; readonly term: number }
  /** The lease ran out, and nobody can have won it: see `LeaseOptions.onLoss`. */
  | { readonly kind: "goes-on"; readonly term: number }
  | { readonly kind: "lost"; readonly term: number; readonly cause: LeaseLoss }
  /** A call to the store failed, or was not answered in time. It is asked again. */
  | { readonly kind: "store-failed"; readonly error: unknown }
  /** What stands in the store is no lease: nobody takes it. Told once for each revision. */
  | { readonly kind: "unreadable" };

/** What a {@link LeaseKeeper} works with. */
export interface LeaseKeeperParts {
  readonly store: LeaseStore;
  /** The lease's name in the store. */
  readonly key: string;
  readonly options: LeaseOptions;
  readonly clock: Clock;
  /** Time since boot in milliseconds, with the time asleep, where the platform tells it. */
  readonly bootMs?: (() => number) | undefined;
  readonly facts: () => CandidateFacts;
  readonly tell: (news: LeaseNews) => void;
}

/** Ticks in the time between two renewals. */
const ticksPerRenewal = 2;

/** One candidate for one lease: it asks the store what the state machine wants, and looks at the time. */
export class LeaseKeeper {
  readonly #parts: LeaseKeeperParts;
  readonly #store: LimitedStore;
  #state: LeaseState = noLease;
  /** The machine has one call at a time under way. An answer to an earlier one is nobody's. */
  #calls = 0;
  #toldTerm: number | undefined;
  #renewals = 0;
  #toldUnreadable: number | undefined;
  #isEnded = false;
  #ending: Promise<void> | undefined;
  /** Called when it is known whether a take succeeded, by who waits for that. */
  #taken: () => void = () => undefined;
  #cancelTick: CancelTimer = () => undefined;

  constructor(parts: LeaseKeeperParts) {
    this.#parts = parts;
    const { store, clock, options } = parts;
    this.#store = new LimitedStore({ store, clock, callLimitMs: options.callLimitMs });
  }

  /** Who holds it, as the store said last; undefined where that is nobody, this one, or not known. */
  get holder(): string | undefined {
    const content = this.#state.phase === "contending" ? this.#state.seen?.reading.content : undefined;
    return typeof content === "object" && content.holder !== "" ? content.holder : undefined;
  }

  /** Renewals that the store accepted. */
  get renewals(): number {
    return this.#renewals;
  }

  /** How long ago the newest renewal was sent that the store accepted, milliseconds; undefined where this one does not hold the lease. */
  get renewedAgoMs(): number | undefined {
    return this.#state.phase === "holding" ? ageMs(this.#state.renewedAt, this.#now()) : undefined;
  }

  /** Whether what stood in the store when it was read last is no lease. */
  get isUnreadable(): boolean {
    return this.#unreadableRevision !== undefined;
  }

  /** Who may take it at once, while this one holds it: by what the store has, by what it is being told, or by what it may have been told. */
  get offered(): string | undefined {
    if (this.#state.phase !== "holding") {
      return undefined;
    }
    const { writtenHeir, doubtedHeir, call } = this.#state;
    return writtenHeir ?? doubtedHeir ?? call?.heir;
  }

  /** `taking`: whether it will be the holder is not known yet. */
  get phase(): "contending" | "taking" | "holding" {
    const { phase } = this.#state;
    return phase === "confirming" ? "taking" : phase;
  }

  /** From now on the lease is wanted. */
  start(): void {
    if (this.#ending === undefined) {
      this.look();
      const { clock, options } = this.#parts;
      this.#cancelTick = clock.after(options.renewEveryMs / ticksPerRenewal, () => this.start());
    }
  }

  /** Whether this one may act now, by the clocks: to be asked at each act, since no timer fires while a process is stopped. */
  holds(): boolean {
    const { options, facts } = this.#parts;
    const now = this.#now();
    if (holdsLease(options, this.#state, now)) {
      return true;
    }
    return this.phase === "holding" && goesOn(options, this.#state, facts(), now);
  }

  /** Another one spoke as the owner, under this term. */
  hear(term: number, owner: string): void {
    if (!this.#isEnded) {
      this.#apply({ kind: "heard", at: this.#now(), term, owner });
    }
  }

  /** While it holds the lease, `heir` may take it at once; nobody may any more where that is undefined. */
  offer(heir: string | undefined): void {
    if (!this.#isEnded) {
      this.#apply({ kind: "offer", at: this.#now(), heir });
    }
  }

  /** Looks at the time: a lease that ran out while nothing ran is told as lost. */
  look(): void {
    if (!this.#isEnded) {
      this.#apply({ kind: "tick", at: this.#now(), facts: this.#parts.facts() });
    }
  }

  /** Wants the lease no more, and gives it back where it was held. Resolves when the store has it, or did not answer in time. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#cancelTick();
    if (this.phase === "taking") {
      // Nobody would know that it holds the lease, and everybody would wait for it: calls to the store end in time.
      await new Promise<void>((resolve) => {
        this.#taken = resolve;
      });
    }
    this.#isEnded = true;
    const { state, effects } = stepLease(this.#parts.options, this.#state, { kind: "release", at: this.#now() });
    this.#state = state;
    await Promise.all(effects.map((effect) => this.#carryOut(effect)));
  }

  #now(): Moment {
    const { clock, bootMs } = this.#parts;
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.epochMs(), bootMs: bootMs?.() };
  }

  get #unreadableRevision(): number | undefined {
    const reading = this.#state.phase === "contending" ? this.#state.seen?.reading : undefined;
    return reading?.content === "unreadable" ? reading.revision : undefined;
  }

  #apply(event: LeaseEvent): void {
    this.#renewals += event.kind === "updated" && this.#state.phase === "holding" ? 1 : 0;
    const { state, effects } = stepLease(this.#parts.options, this.#state, event);
    this.#state = state;
    for (const effect of effects) {
      void this.#carryOut(effect);
    }
    if (this.phase !== "taking") {
      this.#taken();
    }
    this.#tellUnreadable();
  }

  #tellUnreadable(): void {
    const revision = this.#unreadableRevision;
    if (revision !== undefined && revision !== this.#toldUnreadable) {
      this.#toldUnreadable = revision;
      this.#parts.tell({ kind: "unreadable" });
    }
  }

  async #carryOut(effect: LeaseEffect): Promise<void> {
    const { key, facts } = this.#parts;
    switch (effect.kind) {
      case "read":
        await this.#ask(
          () => this.#store.read(key),
          (stored) => ({ kind: "read", at: this.#now(), reading: readingOf(stored), facts: facts() }),
        );
        break;
      case "update":
        await this.#ask(
          () => this.#store.compareAndSet(key, effect.expected, encodeLeaseRecord(effect.record)),
          (revision) =>
            revision === undefined
              ? { kind: "refused", at: this.#now() }
              : { kind: "updated", at: this.#now(), revision },
        );
        break;
      case "won":
        if (this.#ending === undefined) {
          this.#toldTerm = effect.term;
          this.#parts.tell(effect);
        }
        break;
      case "goes-on":
      case "lost":
        // Who ended while it took the lease was told of nothing.
        if (effect.term === this.#toldTerm) {
          this.#parts.tell(effect);
        }
        break;
    }
  }

  async #ask<Answer>(work: () => Promise<Answer>, eventOf: (answer: Answer) => LeaseEvent): Promise<void> {
    this.#calls++;
    const call = this.#calls;
    let event: LeaseEvent;
    try {
      event = eventOf(await work());
    } catch (error) {
      event = { kind: "failed", at: this.#now() };
      this.#parts.tell({ kind: "store-failed", error });
    }
    if (call === this.#calls && !this.#isEnded) {
      this.#apply(event);
    }
  }
}

function readingOf({ revision, text }: StoredLease): LeaseReading {
  return { revision, content: text === undefined ? "missing" : decodeLeaseRecord(text) };
}
