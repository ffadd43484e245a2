import type { LeaseKeeper } from "../lease/lease-keeper.js";
import type { LeaseLoss } from "../lease/lease-state.js";

/** A hand-over that is to be made. */
export interface HandOverPlan {
  readonly shard: string;
  /** Name under which the successor will own the shard. */
  readonly heir: string;
  /** Whether the successor's books are live, so that it may be offered the shard. Asked at each look. */
  readonly isReady: () => boolean;
  /** Looks for which that is waited for. */
  readonly readyLooks: number;
  /** Whether nothing is to be waited for any more: the successor is gone, or is leaving itself. Asked at each look. */
  readonly isHopeless: () => boolean;
}

/** How a hand-over ended: `not-ready`, nothing was offered; `not-taken`, it was, and the owner is the same. */
export type HandOverEnd = "done" | "not-ready" | "not-taken";

/** Where a hand-over is: `offered`: the successor may take the shard; `withdrawing`: it may until the store has been told that it may not. */
type HandOverStep = "preparing" | "offered" | "withdrawing";

interface CurrentHandOver {
  readonly plan: HandOverPlan;
  readonly end: (end: HandOverEnd) => void;
  step: HandOverStep;
  /** Since the step began. */
  looks: number;
}

/** What {@link HandOvers} work with. */
export interface HandOversParts {
  readonly keeperOf: (shard: string) => Pick<LeaseKeeper, "phase" | "offered" | "offer"> | undefined;
  /** Who spoke as the owner under the largest term; this one too. */
  readonly ownerOf: (shard: string) => string | undefined;
  /** Looks for which is waited until the successor has taken what it was offered. */
  readonly takenLooks: number;
  /** Looks for which is waited until the store has been told that an offer is taken back. */
  readonly withdrawnLooks: number;
}

/**
 * Hands shards over, one at a time: the successor is live first, then it may take the lease at once, and the owner goes on until it hears of the larger term.
 */
export class HandOvers {
  readonly #parts: HandOversParts;
  #current: CurrentHandOver | undefined;

  constructor(parts: HandOversParts) {
    this.#parts = parts;
  }

  /** The shard whose hand-over is under way. */
  get shard(): string | undefined {
    return this.#current?.plan.shard;
  }

  /** Who may take which shard at once. */
  get offer(): { readonly shard: string; readonly heir: string } | undefined {
    const { plan, step } = this.#current ?? {};
    return plan !== undefined && step === "offered" ? { shard: plan.shard, heir: plan.heir } : undefined;
  }

  /** Begins one, where none is under way. Never rejects. */
  begin(plan: HandOverPlan): Promise<HandOverEnd> {
    return new Promise((resolve) => {
      this.#current = { plan, end: resolve, step: "preparing", looks: 0 };
      this.look();
    });
  }

  /** Time for a beat passed. */
  look(): void {
    const current = this.#current;
    if (current === undefined) {
      return;
    }
    current.looks++;
    switch (current.step) {
      case "preparing":
        this.#prepare(current);
        break;
      case "offered":
        this.#awaitHeir(current);
        break;
      case "withdrawing":
        this.#withdraw(current);
        break;
    }
  }

  /**
   * A shard was lost to `successor`, as far as that is known. A lease that ran out ends no hand-over: the store did not answer in time, and either the successor
   * takes what it was offered, or this one gets its lease back and offers it again. Returns whether the one has it that it was offered to.
   */
  lost(shard: string, successor: string | undefined, cause: LeaseLoss): boolean {
    const { plan, step } = this.#current ?? {};
    if (plan?.shard !== shard) {
      return false;
    }
    const isDone = step !== "preparing" && plan.heir === successor;
    if (isDone || cause !== "ran-out") {
      this.#end(isDone ? "done" : "not-taken");
    }
    return isDone;
  }

  /** This one is cut off and owns nothing any more: nobody hears how it ended, and nothing looks at it any more. */
  gaveUp(): void {
    this.#end("not-taken");
  }

  #prepare(current: CurrentHandOver): void {
    const { plan, looks } = current;
    const keeper = this.#parts.keeperOf(plan.shard);
    if (!plan.isHopeless() && keeper?.phase === "holding" && plan.isReady()) {
      this.#become(current, "offered");
      keeper.offer(plan.heir);
    } else if (plan.isHopeless() || looks > plan.readyLooks) {
      this.#end("not-ready");
    }
  }

  #awaitHeir(current: CurrentHandOver): void {
    const { plan, looks } = current;
    const { keeperOf, takenLooks } = this.#parts;
    if (this.#isOver(plan)) {
      return;
    }
    if (plan.isHopeless() || looks > takenLooks) {
      this.#become(current, "withdrawing");
      this.#withdraw(current);
    } else if (plan.isReady()) {
      // It stands already, but for a lease that ran out and came back.
      keeperOf(plan.shard)?.offer(plan.heir);
    }
  }

  /** What the store says still may be taken: whoever said that it was not might be wrong. */
  #withdraw({ plan, looks }: CurrentHandOver): void {
    const { keeperOf, withdrawnLooks } = this.#parts;
    const keeper = keeperOf(plan.shard);
    if (this.#isOver(plan)) {
      return;
    }
    keeper?.offer(undefined);
    if (keeper?.offered === undefined || looks > withdrawnLooks) {
      this.#end("not-taken");
    }
  }

  /** Whether somebody else owns it by now: a lease that ran out is lost to nobody at first. */
  #isOver({ shard, heir }: HandOverPlan): boolean {
    const { keeperOf, ownerOf } = this.#parts;
    if (keeperOf(shard)?.phase === "holding" || ownerOf(shard) !== heir) {
      return false;
    }
    this.#end("done");
    return true;
  }

  #become(current: CurrentHandOver, step: HandOverStep): void {
    current.step = step;
    current.looks = 0;
  }

  #end(end: HandOverEnd): void {
    const current = this.#current;
    this.#current = undefined;
    current?.end(end);
  }
}
