import { describe, expect, it } from "vitest";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { findOrder, findOrdersByClientId, viewAccount } from "./account-view.js";

const [a, b] = [1001, 1002];

describe("an account's own view", () => {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "5000");
  }
  venue.trade(a, "open-long", b, "open-short", "0.1", "40000");
  for (const price of ["39000", "38000"]) {
    venue.place(a, { side: "open-long", quantity: "0.01", price, clientOrderId: "7" });
  }
  const plan = { kind: "place-plan", account: a, side: "long", plan: "stop-loss", type: "market", price: 0 } as const;
  venue.apply({ ...plan, triggerPrice: 370_000, quantity: 100 });
  const { state } = venue.exchange;
  const view = viewAccount(state, a);

  it("has what it has, newest first", () => {
    expect(view.assets.map(({ coin }) => coin)).toEqual(["USDT"]);
    expect(view.positions).toMatchObject([{ quantity: "0.1", side: "long", stopLossQuantity: "0.01" }]);
    expect(view.openOrders.map(({ price }) => price)).toEqual(["38000", "39000"]);
    expect(view.plans).toMatchObject([{ triggerPrice: "37000", status: "waiting" }]);
    expect(viewAccount(state, 1999)).toEqual({ assets: [], positions: [], openOrders: [], plans: [] });
  });

  it("lists plans of all contracts, newest first, and nobody else's", () => {
    const other = new VenueKit([linearMarket, inverseMarket]);
    for (const account of [a, b]) {
      other.fund(account, "5000");
      other.fund(account, "1", "BTC");
    }
    other.trade(a, "open-long", b, "open-short", "0.1", "40000");
    other.place(b, { side: "open-short", quantity: "100", price: "40000" }, inverseMarket);
    other.place(a, { side: "open-long", quantity: "100", price: "40000" }, inverseMarket);
    const base = { kind: "place-plan", account: a, side: "long", plan: "stop-loss", price: 0, quantity: 10 } as const;
    other.apply({ ...base, pair: "4BTC_USDT", type: "market", triggerPrice: 370_000 });
    other.apply({ ...base, pair: "5BTC_USD", type: "limit", price: 385_000, triggerPrice: 380_000 });
    other.apply({ ...base, pair: "4BTC_USDT", type: "market", triggerPrice: 390_000 });
    const { plans } = viewAccount(other.exchange.state, a);
    expect(plans.map(({ triggerPrice }) => triggerPrice)).toEqual(["39000", "38000", "37000"]);
    expect(plans[1]).toEqual({
      orderId: expect.stringMatching(/^[0-9]{14}$/),
      pair: "5BTC_USD",
      price: "38500",
      triggerPrice: "38000",
      quantity: "10",
      side: "long",
      plan: "stop-loss",
      type: "limit",
      status: "waiting",
    });
    expect(viewAccount(other.exchange.state, b).plans).toEqual([]);
  });

  it("agrees with the events that led to it", () => {
    const last = venue.events.findLast((event) => event.kind === "assets-changed" && event.account === a);
    expect(last).toMatchObject({ assets: view.assets[0] });
  });

  it("finds orders by either id, and nobody else's", () => {
    const [newest] = view.openOrders;
    expect(findOrder(state, a, newest?.orderId ?? "")).toEqual(newest);
    expect(findOrder(state, b, newest?.orderId ?? "")).toBeUndefined();
    expect(findOrder(state, a, "1")).toBeUndefined();
    expect(findOrder(state, a, "x")).toBeUndefined();
    expect(findOrdersByClientId(state, a, "7")).toEqual(view.openOrders);
    expect(findOrdersByClientId(state, b, "7")).toEqual([]);
    expect(findOrdersByClientId(state, 1999, "7")).toEqual([]);
    expect(findOrder(state, 1999, newest?.orderId ?? "")).toBeUndefined();
  });
});
