import { describe, expect, it } from "vitest";
import type { PlacePlan } from "../command/command.js";
import type { ExchangeEvent } from "../event/event.js";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { viewAccount } from "../view/account-view.js";
import { planPrice } from "./plan-order.js";

const [a, b] = [1001, 1002];

/** `a` is long 0.5 at 40000 against `b`. */
function longVenue(markets: readonly Market[] = [linearMarket]): VenueKit {
  const venue = new VenueKit(markets);
  for (const account of [a, b]) {
    venue.fund(account, "100000");
    venue.fund(account, "1", "BTC");
  }
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  return venue;
}

const stop = { kind: "place-plan", account: a, pair: "4BTC_USDT", side: "long", plan: "stop-loss" } as const;

function place(venue: VenueKit, change: Partial<PlacePlan> = {}): readonly ExchangeEvent[] {
  return venue.apply({ ...stop, type: "market", price: 0, triggerPrice: 390_000, quantity: 1000, ...change });
}

const triggers = (venue: VenueKit, account = a): string[] =>
  viewAccount(venue.exchange.state, account).plans.map(({ triggerPrice }) => triggerPrice);

describe("a plan", () => {
  it("is told with the position that it would close", () => {
    const venue = longVenue();
    const events = place(venue, { type: "limit", price: 389_000 });
    expect(events).toMatchObject([
      {
        kind: "plan-changed",
        account: a,
        plan: { price: "38900", triggerPrice: "39000", quantity: "0.1", type: "limit", status: "waiting" },
      },
      { kind: "position-changed", account: a, position: { stopLossQuantity: "0.1", takeProfitQuantity: "0" } },
    ]);
    expect(place(venue, { plan: "take-profit", triggerPrice: 410_000 })[1]).toMatchObject({
      position: { stopLossQuantity: "0.1", takeProfitQuantity: "0.1" },
    });
  });

  const coarse: Market = { ...linearMarket, contractUnit: 10, maxOrderQuantity: 5000 };
  it.each<[string, Partial<PlacePlan>, string | undefined]>([
    ["a part of a unit", { quantity: 1005 }, "invalid-quantity"],
    ["nothing", { quantity: 0 }, "quantity-below-all-minimums"],
    ["less than nothing", { quantity: -10 }, "quantity-below-all-minimums"],
    ["as much as an order may be", { quantity: 5000 }, undefined],
    ["more than an order may be", { quantity: 5010 }, "quantity-too-large"],
    ["no trigger", { triggerPrice: 0 }, "invalid-price"],
    ["a trigger below nothing", { triggerPrice: -1 }, "invalid-price"],
    ["a limit without a price", { type: "limit" }, "invalid-price"],
    ["a limit with a price", { type: "limit", price: 1 }, undefined],
    ["a position that is not there", { side: "short", triggerPrice: 410_000 }, "check-parameters"],
    ["a trigger at the last price", { triggerPrice: 400_000 }, "check-parameters"],
    ["a trigger just below the last price", { triggerPrice: 399_999 }, undefined],
  ])("of %s", (_, change, reason) => {
    const venue = longVenue([coarse]);
    expect(refusalOf(place(venue, change))).toBe(reason);
    expect(triggers(venue)).toHaveLength(reason === undefined ? 1 : 0);
  });

  it("is not for who may not trade", () => {
    const venue = longVenue();
    venue.apply({ kind: "set-account", account: a, restricted: true });
    expect(place(venue)).toEqual([
      { kind: "command-refused", command: "place-plan", account: a, reason: "account-restricted" },
    ]);
  });

  it("at the market keeps a price that can be one, and asks for none", () => {
    expect([1, 1.5, 0, -1, Number.MAX_SAFE_INTEGER + 1, undefined].map(planPrice)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  it("without a pair is refused where two positions have its side", () => {
    const venue = longVenue([linearMarket, inverseMarket]);
    venue.place(b, { side: "open-short", quantity: "100", price: "40000" }, inverseMarket);
    venue.place(a, { side: "open-long", quantity: "100", price: "40000" }, inverseMarket);
    const { pair: _, ...anywhere } = stop;
    const sent = { ...anywhere, type: "market", price: 0, triggerPrice: 390_000, quantity: 10 } as const;
    expect(refusalOf(venue.apply(sent))).toBe("no-single-position");
    venue.place(b, { side: "close-short", quantity: "100", price: "40000" }, inverseMarket);
    venue.place(a, { side: "close-long", quantity: "100", price: "40000" }, inverseMarket);
    expect(refusalOf(venue.apply(sent))).toBeUndefined();
  });
});

describe("plans that are taken back", () => {
  it("are told with what their positions would still lose to plans", () => {
    const venue = longVenue();
    place(venue);
    place(venue, { triggerPrice: 380_000, quantity: 200 });
    const [first] = [...venue.exchange.state.plans.keys()];
    venue.now += 7;
    const events = venue.apply({ kind: "cancel-plan", account: a, orderId: first ?? 0 });
    expect(events).toMatchObject([
      { kind: "plan-changed", plan: { status: "cancelled", quantity: "0.1" } },
      { kind: "position-changed", position: { stopLossQuantity: "0.02" } },
    ]);
    expect(events).toHaveLength(2);
    expect(triggers(venue)).toEqual(["38000"]);
    expect(venue.apply({ kind: "cancel-plan", account: a, orderId: 4711 })).toEqual([
      { kind: "command-refused", command: "cancel-plan", account: a, reason: "unknown-order", orderId: 4711 },
    ]);
  });

  it("all at once are those of one contract or of all, and nobody else's; each position is told once", () => {
    const venue = longVenue([linearMarket, inverseMarket]);
    venue.place(b, { side: "open-short", quantity: "100", price: "40000" }, inverseMarket);
    venue.place(a, { side: "open-long", quantity: "100", price: "40000" }, inverseMarket);
    venue.trade(a, "open-short", b, "open-long", "0.2", "40000");
    const fill = (): void => {
      place(venue);
      place(venue, { triggerPrice: 380_000 });
      place(venue, { side: "short", triggerPrice: 410_000 });
      place(venue, { pair: "5BTC_USD", quantity: 10 });
      place(venue, { account: b, side: "short", triggerPrice: 420_000 });
    };
    fill();
    const kinds = (events: readonly ExchangeEvent[]): string[] => events.map(({ kind }) => kind);
    const ofOne = venue.apply({ kind: "cancel-all-plans", account: a, pair: "4BTC_USDT" });
    expect(kinds(ofOne)).toEqual([...Array(3).fill("plan-changed"), "position-changed", "position-changed"]);
    expect(ofOne.slice(3)).toMatchObject([
      { position: { side: "long", stopLossQuantity: "0" } },
      { position: { side: "short", stopLossQuantity: "0" } },
    ]);
    expect(triggers(venue)).toEqual(["39000"]);
    const ofAll = venue.apply({ kind: "cancel-all-plans", account: a });
    expect(kinds(ofAll)).toEqual(["plan-changed", "position-changed"]);
    expect([triggers(venue), triggers(venue, b)]).toEqual([[], ["42000"]]);
    expect(venue.apply({ kind: "cancel-all-plans", account: a })).toEqual([]);
  });
});

it("a venue with spot markets has plans in its contracts alone", () => {
  const { terms: _, ...plain } = linearMarket;
  const venue = longVenue([linearMarket, { ...plain, pair: "BTC_USDT", family: "spot", currency: "USDT" }]);
  place(venue);
  expect(refusalOf(place(venue, { pair: "BTC_USDT" }))).toBe("check-parameters");
  expect(venue.apply({ kind: "cancel-all-plans", account: a, pair: "BTC_USDT" })).toEqual([]);
  expect(triggers(venue)).toEqual(["39000"]);
  venue.apply({ kind: "cancel-all-plans", account: a });
  expect(triggers(venue)).toEqual([]);
});

describe("plans that came with an order", () => {
  const attachment = {
    type: "limit",
    takeProfitTriggerPrice: 420_000,
    stopLossTriggerPrice: 390_000,
    takeProfitPrice: 419_000,
    stopLossPrice: 389_000,
  } as const;

  function grown(): VenueKit {
    const venue = longVenue();
    venue.place(a, { side: "open-long", quantity: "0.5", price: "40000", attachment });
    venue.place(b, { side: "open-short", quantity: "0.2", price: "40000" });
    return venue;
  }

  it("have its prices, and the position says what they would close", () => {
    const venue = grown();
    expect(viewAccount(venue.exchange.state, a).plans).toMatchObject([
      { plan: "stop-loss", type: "limit", side: "long", triggerPrice: "39000", price: "38900", quantity: "0.2" },
      { plan: "take-profit", type: "limit", side: "long", triggerPrice: "42000", price: "41900", quantity: "0.2" },
    ]);
    expect(venue.positions(a)).toMatchObject([{ takeProfitQuantity: "0.2", stopLossQuantity: "0.2" }]);
  });

  it.each([0, 1])("begin anew with the next fill where one of them is gone: %d", (gone) => {
    const venue = grown();
    const id = [...venue.exchange.state.plans.keys()][gone] ?? 0;
    venue.apply({ kind: "cancel-plan", account: a, orderId: id });
    venue.place(b, { side: "open-short", quantity: "0.3", price: "40000" });
    const quantities = viewAccount(venue.exchange.state, a).plans.map(({ plan, quantity }) => `${plan} ${quantity}`);
    expect(quantities).toEqual(["stop-loss 0.3", "take-profit 0.3", gone === 0 ? "stop-loss 0.2" : "take-profit 0.2"]);
  });

  it("go with a position that is closed, on its side alone", () => {
    const venue = grown();
    venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
    venue.pass(5);
    venue.trade(a, "open-short", b, "open-long", "0.1", "40000");
    place(venue, { side: "short", triggerPrice: 430_000 });
    venue.place(b, { side: "close-short", quantity: "0.7", price: "40000" });
    venue.place(a, { side: "close-long", quantity: "0.7", price: "40000" });
    expect(triggers(venue)).toEqual(["43000"]);
  });
});

describe("a plan that goes off", () => {
  it("places its order in the name of the plan, and tells what becomes of either", () => {
    const venue = longVenue();
    place(venue, { type: "limit", price: 389_000 });
    venue.now += 3;
    venue.place(1010, { side: "open-long", quantity: "0.001", price: "39000" });
    venue.fund(1010, "1000");
    venue.place(1010, { side: "open-long", quantity: "0.001", price: "39000" });
    const events = venue.place(b, { side: "open-short", quantity: "0.001", price: "39000" });
    const mine = events.filter((event) => "account" in event && event.account === a);
    expect(mine.map(({ kind }) => kind)).toEqual(["plan-changed", "order-placed", "order-changed", "position-changed"]);
    expect(mine).toMatchObject([
      { plan: { status: "triggered", quantity: "0.1" } },
      { side: "close-long", price: 389_000, quantity: 1000 },
      { order: { source: "plan", type: "limit", price: "38900", frozen: "0", attachedOrderType: "none" } },
      { position: { closableQuantity: "0.4", stopLossQuantity: "0" } },
    ]);
  });
});
