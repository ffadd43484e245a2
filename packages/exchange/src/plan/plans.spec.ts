import { describe, expect, it } from "vitest";
import type { PlacePlan } from "../command/command.js";
import { refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import type { PlanView } from "../view/plan-view.js";
import { maxWaitingPlans } from "./place-plan.js";

const [a, b] = [1001, 1002];

/** `a` is long 0.5 at 40000 against `b`. */
function longVenue(): VenueKit {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "100000");
  }
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  return venue;
}

function plan(
  venue: VenueKit,
  which: Partial<PlacePlan> & Pick<PlacePlan, "plan">,
  trigger: string,
): string | undefined {
  const base = { kind: "place-plan", account: a, pair: "4BTC_USDT", side: "long", type: "market", price: 0 } as const;
  return refusalOf(venue.apply({ ...base, triggerPrice: venue.price(trigger), quantity: 5000, ...which }));
}

/** The last state of every plan, by id. */
function plans(venue: VenueKit): PlanView[] {
  const last = new Map<string, PlanView>();
  for (const event of venue.events) {
    if (event.kind === "plan-changed") {
      last.set(event.plan.orderId, event.plan);
    }
  }
  return [...last.values()];
}

/** Two others trade at a price. */
function print(venue: VenueKit, price: string): void {
  for (const account of [1010, 1011]) {
    venue.fund(account, "100000");
  }
  venue.trade(1010, "open-long", 1011, "open-short", "0.001", price);
}

const statuses = (venue: VenueKit): string[] => plans(venue).map(({ status }) => status);

describe("a plan order", () => {
  it.each([
    ["take-profit", "42000", "41999.9", "42000"],
    ["stop-loss", "38000", "38000.1", "38000"],
  ] as const)("of a long, %s at %s, waits at %s and closes at %s", (kind, trigger, before, reached) => {
    const venue = longVenue();
    expect(plan(venue, { plan: kind }, trigger)).toBeUndefined();
    print(venue, before);
    expect(statuses(venue)).toEqual(["waiting"]);
    venue.place(b, { side: "close-short", quantity: "0.5", price: "37000" });
    print(venue, reached);
    expect(statuses(venue)).toEqual(["triggered"]);
    expect(venue.positions(a)).toEqual([]);
    expect(venue.lastOrder(a)).toMatchObject({ side: "close-long", status: "filled", source: "plan" });
  });

  it.each([
    ["market", "filled"],
    ["limit", "open"],
  ] as const)("of type %s goes off however many orders wait", (type, becomes) => {
    const venue = longVenue();
    expect(plan(venue, { plan: "stop-loss", type, price: venue.price("38500") }, "38000")).toBeUndefined();
    for (let i = 0; i < 100; i++) {
      venue.place(a, { side: "open-long", quantity: "0.0001", price: "32000" });
    }
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.0001", price: "32000" }))).toBe(
      "too-many-open-orders",
    );
    venue.place(b, { side: "close-short", quantity: "0.5", price: "37000" });
    print(venue, "38000");
    expect(statuses(venue)).toEqual(["triggered"]);
    expect(venue.lastOrder(a)).toMatchObject({ side: "close-long", status: becomes, source: "plan", reason: 0 });
  });

  it("of a short waits on the other sides", () => {
    const venue = longVenue();
    const short = { account: b, side: "short" } as const;
    expect(plan(venue, { ...short, plan: "take-profit" }, "39000")).toBeUndefined();
    expect(plan(venue, { ...short, plan: "stop-loss" }, "41000")).toBeUndefined();
    expect(plan(venue, { ...short, plan: "take-profit" }, "41000")).toBe("check-parameters");
    venue.place(a, { side: "close-long", quantity: "0.5", price: "42000" });
    print(venue, "41000");
    expect(statuses(venue)).toEqual(["cancelled", "triggered"]);
  });

  it("is refused on the wrong side, without a position, or with nonsense", () => {
    const venue = longVenue();
    expect(plan(venue, { plan: "take-profit" }, "39000")).toBe("check-parameters");
    expect(plan(venue, { plan: "stop-loss" }, "41000")).toBe("check-parameters");
    expect(plan(venue, { plan: "stop-loss", side: "short" }, "41000")).toBe("check-parameters");
    expect(plan(venue, { plan: "stop-loss", quantity: 0 }, "39000")).toBe("quantity-below-all-minimums");
    expect(plan(venue, { plan: "stop-loss", type: "limit", price: 0 }, "39000")).toBe("invalid-price");
    expect(plan(venue, { plan: "stop-loss", pair: "4XXX_USDT" }, "39000")).toBe("unknown-pair");
  });

  it("is one of at most 200 that wait in a contract", () => {
    const venue = longVenue();
    const stop = { plan: "stop-loss", quantity: 1 } as const;
    for (let i = 0; i < maxWaitingPlans; i++) {
      expect(plan(venue, stop, "39000")).toBeUndefined();
    }
    expect(maxWaitingPlans).toBe(200);
    expect(plan(venue, stop, "39000")).toBe("too-many-open-orders");
    const [first] = venue.exchange.state.plans.keys();
    venue.apply({ kind: "cancel-plan", account: a, orderId: first ?? 0 });
    expect(plan(venue, stop, "39000")).toBeUndefined();
  });

  it("without a pair means the one position of its side", () => {
    const venue = longVenue();
    const base = { kind: "place-plan", plan: "stop-loss", type: "market", price: 0, quantity: 10 } as const;
    const sent = { ...base, account: a, triggerPrice: 390_000 };
    expect(refusalOf(venue.apply({ ...sent, side: "long" }))).toBeUndefined();
    expect(refusalOf(venue.apply({ ...sent, side: "short" }))).toBe("no-single-position");
    expect(plans(venue)).toMatchObject([{ pair: "4BTC_USDT" }]);
  });

  it("closes what is closable; with nothing left it fails and a failed order says why", () => {
    const venue = longVenue();
    plan(venue, { plan: "stop-loss" }, "39000");
    plan(venue, { plan: "stop-loss", type: "limit", price: 400_000 }, "38900");
    expect(venue.positions(a)).toMatchObject([{ stopLossQuantity: "1", closableQuantity: "0.5" }]);
    venue.place(a, { side: "close-long", quantity: "0.2", price: "41000" });
    venue.place(b, { side: "close-short", quantity: "0.101", price: "39000" });
    print(venue, "39000");
    // At the market: 0.1 of the closable 0.3 finds a counterpart, the rest of the order is cancelled.
    expect(venue.lastOrder(a)).toMatchObject({ quantity: 3000, filled: 1000, status: "partly-cancelled" });
    venue.place(a, { side: "close-long", quantity: "0.2", price: "41000" });
    // The first one meets what the last one left.
    print(venue, "38900");
    print(venue, "38900");
    expect(statuses(venue)).toEqual(["triggered", "trigger-failed"]);
    expect(venue.lastOrder(a)).toMatchObject({ status: "failed", reason: 2034 });
  });

  it("is cancelled once, and all of them at once", () => {
    const venue = longVenue();
    plan(venue, { plan: "stop-loss" }, "39000");
    plan(venue, { plan: "take-profit" }, "41000");
    const [first] = [...venue.exchange.state.plans.keys()];
    const cancel = { kind: "cancel-plan", account: a, orderId: first ?? 0 } as const;
    expect(refusalOf(venue.apply({ ...cancel, account: b }))).toBe("unknown-order");
    expect(refusalOf(venue.apply(cancel))).toBeUndefined();
    expect(refusalOf(venue.apply(cancel))).toBe("order-finished");
    venue.apply({ kind: "cancel-all-plans", account: a });
    expect(statuses(venue)).toEqual(["cancelled", "cancelled"]);
    expect(refusalOf(venue.apply({ kind: "cancel-all-plans", account: a, pair: "X" }))).toBe("unknown-pair");
  });
});

describe("take-profit and stop-loss of an opening order", () => {
  const both = { type: "market", takeProfitTriggerPrice: 420_000, stopLossTriggerPrice: 390_000 } as const;
  const order = { side: "open-long", quantity: "0.5", price: "40000" } as const;

  function funded(): VenueKit {
    const venue = new VenueKit();
    for (const account of [a, b]) {
      venue.fund(account, "100000");
    }
    return venue;
  }

  it("grow with its fills, and one ends with status 5 when the other one triggers", () => {
    const venue = funded();
    venue.place(a, { ...order, attachment: both });
    expect(plans(venue)).toEqual([]);
    venue.place(b, { side: "open-short", quantity: "0.2", price: "40000" });
    expect(plans(venue)).toMatchObject([
      { plan: "take-profit", quantity: "0.2", triggerPrice: "42000" },
      { plan: "stop-loss", quantity: "0.2", triggerPrice: "39000" },
    ]);
    venue.place(b, { side: "open-short", quantity: "0.3", price: "40000" });
    expect(plans(venue).map(({ quantity }) => quantity)).toEqual(["0.5", "0.5"]);
    venue.place(b, { side: "close-short", quantity: "0.5", price: "38000" });
    print(venue, "39000");
    expect(statuses(venue)).toEqual(["counterpart-triggered", "triggered"]);
    expect(venue.positions(a)).toEqual([]);
  });

  it("end when the position is closed", () => {
    const venue = funded();
    venue.place(a, { ...order, attachment: both });
    venue.place(b, { side: "open-short", quantity: "0.5", price: "40000" });
    venue.trade(a, "close-long", b, "close-short", "0.5", "40000");
    expect(statuses(venue)).toEqual(["cancelled", "cancelled"]);
  });

  const { type, takeProfitTriggerPrice } = both;
  it.each([
    ["only one of the two", { type, takeProfitTriggerPrice }, {}, "missing-parameter"],
    ["no type", { takeProfitTriggerPrice, stopLossTriggerPrice: 390_000 }, {}, "missing-parameter"],
    ["limit without prices", { ...both, type: "limit" as const }, {}, "missing-parameter"],
    ["a profit below the price", { ...both, takeProfitTriggerPrice: 400_000 }, {}, "check-parameters"],
    ["a loss above the price", { ...both, stopLossTriggerPrice: 400_000 }, {}, "check-parameters"],
    ["a short with a long's triggers", both, { side: "open-short" as const }, "check-parameters"],
    ["a closing order", both, { side: "close-long" as const, quantity: "0" }, "quantity-below-all-minimums"],
  ])("are refused: %s", (_, attachment, change, reason) => {
    const venue = funded();
    expect(refusalOf(venue.place(a, { ...order, attachment, ...change }))).toBe(reason);
  });

  it("cannot be attached to a closing order", () => {
    const venue = longVenue();
    const closing = { side: "close-long", quantity: "0.1", price: "40000", attachment: both } as const;
    expect(refusalOf(venue.place(a, closing))).toBe("check-parameters");
  });
});
