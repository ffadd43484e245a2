import { type PlanOrder, waitsAbove } from "./plan-order.js";

/** Where the last price has been. */
export interface PriceRange {
  readonly lowest: number;
  readonly highest: number;
}

/** Plans of one trigger price, in order of arrival. */
interface TriggerLevel {
  readonly triggerPrice: number;
  readonly plans: Set<PlanOrder>;
}

/** Plans that wait for the last price to come to them from one direction, by trigger price: the nearest at the array's end. */
class TriggerSide {
  readonly #levels: TriggerLevel[] = [];
  /** Makes the nearest trigger the greatest key. */
  readonly #sign: 1 | -1;

  constructor(waits: "above" | "below") {
    this.#sign = waits === "above" ? -1 : 1;
  }

  add(plan: PlanOrder): void {
    const at = this.#search(plan.triggerPrice);
    const level = this.#levels[at];
    if (level?.triggerPrice === plan.triggerPrice) {
      level.plans.add(plan);
    } else {
      this.#levels.splice(at, 0, { triggerPrice: plan.triggerPrice, plans: new Set([plan]) });
    }
  }

  remove(plan: PlanOrder): void {
    const at = this.#search(plan.triggerPrice);
    const level = this.#levels[at];
    if (level?.plans.delete(plan) === true && level.plans.size === 0) {
      this.#levels.splice(at, 1);
    }
  }

  /** Gives `take` every plan that `price` reaches and `before` did not. */
  reached(price: number, before: number | undefined, take: (plan: PlanOrder) => void): void {
    const from = before === undefined ? this.#levels.length : this.#search(before);
    for (let i = from - 1; i >= 0; i--) {
      const { triggerPrice, plans } = this.#levels[i] as TriggerLevel;
      if (triggerPrice * this.#sign < price * this.#sign) {
        return;
      }
      plans.forEach(take);
    }
  }

  /** Index of the level with this price, or where it would stand. */
  #search(triggerPrice: number): number {
    const key = triggerPrice * this.#sign;
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#levels[middle] as TriggerLevel).triggerPrice * this.#sign < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** A contract's waiting plans: in order of arrival, by trigger price, and by owner. What does not concern a price or a user costs it nothing. */
export class PlanIndex {
  readonly #all: Set<PlanOrder> = new Set();
  readonly #above: TriggerSide = new TriggerSide("above");
  readonly #below: TriggerSide = new TriggerSide("below");
  readonly #byAccount: Map<number, Set<PlanOrder>> = new Map();

  get size(): number {
    return this.#all.size;
  }

  /** Takes a plan in. Plans arrive in the order of their ids. */
  add(plan: PlanOrder): void {
    this.#all.add(plan);
    this.#sideOf(plan).add(plan);
    const own = this.#byAccount.get(plan.account);
    if (own === undefined) {
      this.#byAccount.set(plan.account, new Set([plan]));
    } else {
      own.add(plan);
    }
  }

  /** Takes a plan out; nothing happens when it is not there. */
  delete(plan: PlanOrder): void {
    if (!this.#all.delete(plan)) {
      return;
    }
    this.#sideOf(plan).remove(plan);
    const own = this.#byAccount.get(plan.account);
    own?.delete(plan);
    if (own?.size === 0) {
      this.#byAccount.delete(plan.account);
    }
  }

  /** All plans, in order of arrival. */
  values(): IterableIterator<PlanOrder> {
    return this.#all.values();
  }

  /** A user's plans, in order of arrival. */
  ofAccount(account: number): readonly PlanOrder[] {
    return [...(this.#byAccount.get(account) ?? [])];
  }

  /** How many plans of a user wait. */
  countOf(account: number): number {
    return this.#byAccount.get(account)?.size ?? 0;
  }

  /** The plans that one of these prices reaches, and none of those before did, in no order. */
  reached({ lowest, highest }: PriceRange, before?: PriceRange): readonly PlanOrder[] {
    const found: PlanOrder[] = [];
    const take = (plan: PlanOrder): void => void found.push(plan);
    this.#above.reached(highest, before?.highest, take);
    this.#below.reached(lowest, before?.lowest, take);
    return found;
  }

  #sideOf(plan: PlanOrder): TriggerSide {
    return waitsAbove(plan) ? this.#above : this.#below;
  }
}
