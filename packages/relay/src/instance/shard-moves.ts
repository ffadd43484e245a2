import type { Candidate } from "./candidates.js";
import type { HandOverEnd, HandOvers } from "./hand-over.js";
import type { RelayInstanceEvent } from "./instance-event.js";
import type { Member } from "./members.js";
import type { OperatorRefusal } from "./operator.js";
import type { Rebalance } from "./rebalance.js";

/** How a hand-over that somebody asked for ended. */
export type MoveEnd =
  | { readonly kind: "handed-over"; readonly to: string }
  | { readonly kind: "refused"; readonly refusal: OperatorRefusal };

/** What {@link ShardMoves} work with. */
export interface ShardMovesParts {
  readonly owner: string;
  /** Its name in the plan. */
  readonly name: string;
  /** Everybody else who was heard and is not gone. */
  readonly others: () => readonly Pick<Member, "name" | "owner" | "beat" | "pairs">[];
  readonly handOvers: HandOvers;
  readonly rebalance: Rebalance;
  /** Pairs of a shard of the plan; undefined for what is none. */
  readonly pairsOf: (shard: string) => readonly string[] | undefined;
  readonly owned: () => Iterable<string>;
  readonly holds: (shard: string) => boolean;
  /** Who may own the shard, in the plan's order, as they were heard last. */
  readonly candidates: (shard: string) => readonly Candidate[];
  /** Its own live books of the shard. */
  readonly liveOf: (shard: string) => number;
  readonly isStoreAway: () => boolean;
  /** Writes into the plan where an operator put the shard; undefined takes that back. Resolves with whether it stands there. */
  readonly place: (shard: string, instance: string | undefined) => Promise<boolean>;
  /** Looks in which a successor that begins to follow the shard's pairs has to be live. */
  readonly readyLooks: number;
  /** Looks for which a hand-over that somebody asks for waits until there is anybody who can have the shard. */
  readonly successorLooks: number;
  readonly tell: (event: RelayInstanceEvent) => void;
}

/** Which of its shards an instance gives to others, and when: one at a time. */
export class ShardMoves {
  readonly #parts: ShardMovesParts;
  #isAsked = false;
  #isLeaving = false;
  /** The hand-over that is under way, and what an operator's takes beside it. */
  #underWay: Promise<unknown> = Promise.resolve();
  /** Looks again for whoever is to have the next shard. */
  #awaitSuccessor: () => void = () => undefined;
  /** Says no once it has left for so long that it waits for nobody. */
  #mayGoOn: () => boolean = () => true;

  constructor(parts: ShardMovesParts) {
    this.#parts = parts;
  }

  /** Time for a beat passed: looks which shard should be another one's by now. */
  look(): void {
    const { owned, rebalance, candidates, owner, handOvers } = this.#parts;
    for (const shard of owned()) {
      const to = rebalance.look(shard, candidates(shard), owner);
      if (to !== undefined && !this.#isBusy && !this.#isLeaving) {
        this.#underWay = this.#move(shard, to, 0);
      }
    }
    this.#awaitSuccessor();
    handOvers.look();
  }

  /** It gave all its shards up, being cut off. */
  gaveUp(): void {
    this.#awaitSuccessor();
    this.#parts.handOvers.gaveUp();
  }

  /** Somebody asks for it: the shard goes to the next candidate, or to the named one, which then is its place in the plan. Never rejects. */
  async handOver(shard: string, to: string | undefined): Promise<MoveEnd> {
    const refusal = this.#refusalOf(shard) ?? this.#refusalOfName(to);
    if (refusal !== undefined) {
      return refused(refusal);
    }
    this.#isAsked = true;
    const asked = this.#handOverAsAsked(shard, to, this.#underWay);
    this.#underWay = asked;
    return await asked;
  }

  /**
   * Gives every shard to whoever is live for it, behind a hand-over that is under way. Whoever may be live for one soon is waited for, as long as `mayGoOn` says
   * so. Never rejects.
   */
  async leave(mayGoOn: () => boolean): Promise<void> {
    this.#mayGoOn = mayGoOn;
    this.#isLeaving = true;
    await this.#underWay;
    const failed = new Set<string>();
    let isSameLook = true;
    for (;;) {
      const next = await this.#awaited(() => this.#nextToLeave(failed), isSameLook);
      if (next === "nobody") {
        return;
      }
      const end = await this.#move(next.shard, next.successor, 0);
      // What was known of a successor at this look was wrong.
      isSameLook = end === "done";
      if (end !== "done") {
        failed.add(next.shard);
      }
    }
  }

  /** A shard with who is to have it, those first that nobody failed to take; `nobody` where no hand-over is to be waited for; undefined while one may come. */
  #nextToLeave(failed: ReadonlySet<string>): { shard: string; successor: Candidate } | "nobody" | undefined {
    const { owned, holds } = this.#parts;
    const held = this.#mayGoOn() ? [...owned()].filter(holds) : [];
    for (const shard of [...held.filter((one) => !failed.has(one)), ...held.filter((one) => failed.has(one))]) {
      const successor = this.#liveSuccessor(shard);
      if (successor !== undefined) {
        return { shard, successor };
      }
    }
    return held.some((shard) => this.#mayCome(shard)) ? undefined : "nobody";
  }

  /** Whether somebody else takes part who can follow pairs of the shard, as far as is known. */
  #mayCome(shard: string): boolean {
    const { others, pairsOf } = this.#parts;
    const wanted = pairsOf(shard) ?? [];
    return others().some(
      ({ beat, pairs }) =>
        beat.state === "present" && (pairs === undefined || wanted.some((pair) => pairs.includes(pair))),
    );
  }

  /** Resolves with what is found, now already where `isAtOnce`, else at a later look. */
  #awaited<Found>(find: () => Found | undefined, isAtOnce: boolean): Promise<Found> {
    return new Promise((resolve) => {
      this.#awaitSuccessor = () => {
        const found = find();
        if (found !== undefined) {
          this.#awaitSuccessor = () => undefined;
          resolve(found);
        }
      };
      if (isAtOnce) {
        this.#awaitSuccessor();
      }
    });
  }

  /** @param before a hand-over that nobody asked for: it ends first, soon */
  async #handOverAsAsked(shard: string, to: string | undefined, before: Promise<unknown>): Promise<MoveEnd> {
    const { place, readyLooks } = this.#parts;
    try {
      await before;
      const successor = await this.#findSuccessor(shard, to);
      if (typeof successor === "string") {
        return refused(successor);
      }
      if (!(await place(shard, successor.name))) {
        return refused("store-away");
      }
      const end = await this.#move(shard, successor, readyLooks);
      if (end === "done") {
        return { kind: "handed-over", to: successor.name };
      }
      await place(shard, undefined);
      return refused(end === "not-ready" ? "no-successor" : "not-taken");
    } finally {
      this.#isAsked = false;
    }
  }

  /**
   * Who is to have the shard. On a busy machine a good successor is silent, has a store that did not answer, or is about to have its books live: it is waited for.
   */
  #findSuccessor(shard: string, to: string | undefined): Promise<Candidate | OperatorRefusal> {
    const { holds, successorLooks, others } = this.#parts;
    const isMeant = ({ name, owner }: Pick<Candidate, "name" | "owner">): boolean =>
      to === undefined || name === to || owner === to;
    const find = (): Candidate | undefined =>
      to === undefined ? this.#liveSuccessor(shard) : this.#others(shard).find(isMeant);
    let looks = 0;
    return this.#awaited<Candidate | OperatorRefusal>(() => {
      const isThere = others().some((one) => isMeant(one) && one.beat.state === "present");
      const isHopeless = !isThere || !this.#mayGoOn() || looks++ >= successorLooks;
      return holds(shard) ? (find() ?? (isHopeless ? "no-successor" : undefined)) : "not-owner";
    }, true);
  }

  get #isBusy(): boolean {
    return this.#isAsked || this.#parts.handOvers.shard !== undefined;
  }

  #refusalOf(shard: string): OperatorRefusal | undefined {
    const { pairsOf, holds, isStoreAway } = this.#parts;
    if (pairsOf(shard) === undefined) {
      return "unknown-shard";
    }
    if (!holds(shard)) {
      return "not-owner";
    }
    if (this.#isAsked) {
      return "busy";
    }
    return isStoreAway() ? "store-away" : undefined;
  }

  /** Names in the plan are short, and those of owners have a drawn ending: either says who is meant. */
  #refusalOfName(to: string | undefined): OperatorRefusal | undefined {
    const { name, owner, others } = this.#parts;
    if (to === name || to === owner) {
      return "owner-already";
    }
    const isKnown = to === undefined || others().some((one) => one.name === to || one.owner === to);
    return isKnown ? undefined : "unknown-instance";
  }

  #others(shard: string): readonly Candidate[] {
    const { candidates, owner } = this.#parts;
    return candidates(shard).filter((one) => one.owner !== owner && one.store === "answers");
  }

  #liveSuccessor(shard: string): Candidate | undefined {
    const mine = this.#parts.liveOf(shard);
    return this.#others(shard).find(({ live }) => live > 0 && live >= mine);
  }

  /** Whether it takes part and wants shards: of who is silent nobody knows yet. */
  #isPresent(heir: string): boolean {
    return this.#parts.others().some(({ owner, beat }) => owner === heir && beat.state === "present");
  }

  async #move(shard: string, { owner: heir, name: to }: Candidate, readyLooks: number): Promise<HandOverEnd> {
    const { handOvers, candidates, liveOf, rebalance, tell } = this.#parts;
    const isReady = (): boolean => {
      const live = candidates(shard).find(({ owner }) => owner === heir)?.live ?? 0;
      return live > 0 && live >= liveOf(shard);
    };
    const isHopeless = (): boolean => !this.#mayGoOn() || !this.#isPresent(heir);
    tell({ kind: "hand-over", shard, to, step: "begun" });
    const end = await handOvers.begin({ shard, heir, isReady, readyLooks, isHopeless });
    if (end === "done") {
      rebalance.forget(shard);
    } else {
      rebalance.notTaken(shard, heir);
    }
    tell({ kind: "hand-over", shard, to, step: end === "done" ? "done" : "failed" });
    return end;
  }
}

function refused(refusal: OperatorRefusal): MoveEnd {
  return { kind: "refused", refusal };
}
