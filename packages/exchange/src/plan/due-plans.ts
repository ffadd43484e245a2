import type { MarketState } from "../state/exchange-state.js";
import type { PlanIndex, PriceRange } from "./plan-index.js";
import { isReached, type PlanOrder } from "./plan-order.js";

/**
 * One look at a market's plans, in order of arrival, each once, at the price at which its turn comes: what one of them places may
 * move the price, end others and make new ones. The same as asking every plan in turn, for the cost of those that are reached.
 */
export class DuePlans {
  readonly #market: MarketState;
  readonly #plans: PlanIndex;
  #range: PriceRange;
  /** Those that were reached at a price so far, the oldest last. */
  #due: PlanOrder[];
  /** Id of the plan whose turn was last. */
  #asked = 0;

  constructor(market: MarketState, plans: PlanIndex) {
    this.#market = market;
    this.#plans = plans;
    this.#range = { lowest: market.lastPrice, highest: market.lastPrice };
    this.#due = sorted(plans.reached(this.#range));
  }

  /** The next plan that goes off; nothing when there is none any more. */
  next(): PlanOrder | undefined {
    this.#widen();
    for (let plan = this.#due.pop(); plan !== undefined; plan = this.#due.pop()) {
      this.#asked = plan.id;
      if (plan.status === "waiting" && isReached(plan, this.#market.lastPrice)) {
        return plan;
      }
    }
    return undefined;
  }

  /** A plan has come meanwhile: its turn comes, too. */
  join(plan: PlanOrder): void {
    this.#add([plan]);
  }

  /** Where the price has come since, it reaches more. */
  #widen(): void {
    const before = this.#range;
    const { lastPrice } = this.#market;
    if (lastPrice < before.lowest || lastPrice > before.highest) {
      this.#range = {
        lowest: Math.min(before.lowest, lastPrice),
        highest: Math.max(before.highest, lastPrice),
      };
      this.#add(this.#plans.reached(this.#range, before));
    }
  }

  #add(plans: readonly PlanOrder[]): void {
    const later = plans.filter(({ id }) => id > this.#asked);
    if (later.length > 0) {
      this.#due = sorted([...this.#due, ...later]);
    }
  }
}

function sorted(plans: readonly PlanOrder[]): PlanOrder[] {
  return [...plans].sort((left, right) => right.id - left.id);
}
