import type { LeaseKeeper } from "../lease/lease-keeper.js";

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

interface CurrentHandOver {
  readonly plan: HandOverPlan;
  readonly end: (end: HandOverEnd) => void;
  looks: number;
  isOffered: boolean;
}

/**
 * Hands shards over, one at a time: the successor is live first, then it may take the lease at once, and the owner goes on until it hears of the larger term.
 */
export class HandOvers {
  readonly #keeperOf: (shard: string) => LeaseKeeper | undefined;
  readonly #takenLooks: number;
  #current: CurrentHandOver | undefined;

  /** @param takenLooks looks for which is waited until the successor has taken what it was offered */
  constructor(keeperOf: (shard: string) => LeaseKeeper | undefined, takenLooks: number) {
    this.#keeperOf = keeperOf;
    this.#takenLooks = takenLooks;
  }

  /** The shard whose hand-over is under way. */
  get shard(): string | undefined {
    return this.#current?.plan.shard;
  }

  /** Who may take which shard at once. */
  get offer(): { readonly shard: string; readonly heir: string } | undefined {
    const { plan, isOffered = false } = this.#current ?? {};
    return plan !== undefined && isOffered ? { shard: plan.shard, heir: plan.heir } : undefined;
  }

  /** Begins one, where none is under way. Never rejects. */
  begin(plan: HandOverPlan): Promise<HandOverEnd> {
    return new Promise((resolve) => {
      this.#current = { plan, end: resolve, looks: 0, isOffered: false };
      this.look();
    });
  }

  /** Time for a beat passed. */
  look(): void {
    const current = this.#current;
    if (current === undefined) {
      return;
    }
    const { plan, isOffered } = current;
    current.looks++;
    if (plan.isHopeless()) {
      this.#takeBack(current);
    } else if (!isOffered && plan.isReady()) {
      current.isOffered = true;
      current.looks = 0;
      this.#keeperOf(plan.shard)?.offer(plan.heir);
    } else if (current.looks > (isOffered ? this.#takenLooks : plan.readyLooks)) {
      this.#takeBack(current);
    }
  }

  /** A shard was lost to `successor`, as far as that is known. Returns whether it was the one that it was offered to. */
  lost(shard: string, successor: string | undefined): boolean {
    const { offer } = this;
    const isDone = offer?.shard === shard && offer.heir === successor;
    if (this.shard === shard) {
      this.#end(isDone ? "done" : "not-taken");
    }
    return isDone;
  }

  #takeBack({ plan, isOffered }: CurrentHandOver): void {
    this.#keeperOf(plan.shard)?.offer(undefined);
    this.#end(isOffered ? "not-taken" : "not-ready");
  }

  #end(end: HandOverEnd): void {
    const current = this.#current;
    this.#current = undefined;
    current?.end(end);
  }
}
