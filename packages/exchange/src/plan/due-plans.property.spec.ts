import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Exchange } from "../exchange.js";
import { linearMarket } from "../spec-support/venue-kit.js";
import type { MarketState } from "../state/exchange-state.js";
import { DuePlans } from "./due-plans.js";
import { PlanIndex } from "./plan-index.js";
import { isReached, type PlanOrder } from "./plan-order.js";

const price = fc.integer({ min: 1, max: 12 });
const planned = fc.record({
  side: fc.constantFrom("long", "short" as const),
  plan: fc.constantFrom("take-profit", "stop-loss" as const),
  triggerPrice: price,
  account: fc.integer({ min: 1001, max: 1003 }),
});

/** What a plan that goes off does: moves the price, ends another plan, makes new ones. */
const effect = fc.record({
  price: fc.option(price, { nil: undefined }),
  ends: fc.option(fc.nat({ max: 40 }), { nil: undefined }),
  makes: fc.array(planned, { maxLength: 1 }),
});

type Planned = typeof planned extends fc.Arbitrary<infer One> ? One : never;
type Effect = typeof effect extends fc.Arbitrary<infer One> ? One : never;

/** A market with plans, in which effects happen one by one. */
class Scene {
  readonly market: MarketState;
  readonly index = new PlanIndex();
  /** The slow form: all plans, in order of arrival. */
  readonly all: Set<PlanOrder> = new Set();
  readonly #effects: Effect[];
  #nextId = 1;

  constructor(plans: readonly Planned[], effects: readonly Effect[]) {
    const [market] = new Exchange({ seed: 1, markets: [linearMarket] }).state.markets.values();
    this.market = market as MarketState;
    this.market.lastPrice = 6;
    this.#effects = [...effects];
    for (const plan of plans) {
      this.add(plan);
    }
  }

  add(plan: Planned): PlanOrder {
    const id = this.#nextId++;
    const rest = { pair: "4BTC_USDT", type: "market", price: 0, quantity: 1, createdAtMs: 0, updatedAtMs: 0 } as const;
    const created: PlanOrder = { ...plan, ...rest, id, status: "waiting", partner: undefined };
    this.index.add(created);
    this.all.add(created);
    return created;
  }

  goOff(plan: PlanOrder): readonly PlanOrder[] {
    this.#end(plan);
    const done = this.#effects.shift();
    this.market.lastPrice = done?.price ?? this.market.lastPrice;
    const ended = [...this.all].find(({ id }) => id === done?.ends);
    if (ended !== undefined) {
      this.#end(ended);
    }
    return (done?.makes ?? []).map((one) => this.add(one));
  }

  #end(plan: PlanOrder): void {
    plan.status = "triggered";
    this.index.delete(plan);
    this.all.delete(plan);
  }
}

function askIndex(scene: Scene): readonly number[] {
  const ids: number[] = [];
  const due = new DuePlans(scene.market, scene.index);
  for (let plan = due.next(); plan !== undefined; plan = due.next()) {
    ids.push(plan.id);
    for (const made of scene.goOff(plan)) {
      due.join(made);
    }
  }
  return ids;
}

function askEverybody(scene: Scene): readonly number[] {
  const ids: number[] = [];
  for (const plan of scene.all) {
    if (isReached(plan, scene.market.lastPrice)) {
      ids.push(plan.id);
      scene.goOff(plan);
    }
  }
  return ids;
}

it("triggers what asking every plan in turn triggers, in the same order", () => {
  let triggered = 0;
  const plans = fc.array(planned, { maxLength: 40, size: "max" });
  const effects = fc.array(effect, { minLength: 20, maxLength: 60, size: "max" });
  fc.assert(
    fc.property(plans, effects, (one, other) => {
      const [fast, slow] = [new Scene(one, other), new Scene(one, other)];
      const found = askIndex(fast);
      triggered += found.length;
      expect(found).toEqual(askEverybody(slow));
      expect([...fast.index.values()].map(({ id }) => id)).toEqual([...slow.all].map(({ id }) => id));
      for (const account of [1001, 1002, 1003]) {
        expect(fast.index.countOf(account)).toBe([...slow.all].filter((plan) => plan.account === account).length);
      }
    }),
    { numRuns: 1000 },
  );
  expect(triggered).toBeGreaterThan(5000);
});
