import { describe, expect, it } from "vitest";
import { refusalCodes } from "../command/refusal.js";
import { refusalOf, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];

function venueWithOrder(): { venue: VenueKit; orderId: number } {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "5000");
  }
  venue.place(a, { side: "open-long", quantity: "0.1", price: "40000" });
  return { venue, orderId: venue.lastOrder(a).id };
}

describe("a cancellation", () => {
  it("takes effect after the delay; a second one meanwhile is 2064, a later one 2033", () => {
    const { venue, orderId } = venueWithOrder();
    const cancel = { kind: "cancel-order", account: a, orderId } as const;
    expect(venue.apply(cancel)).toEqual([{ kind: "cancel-accepted", account: a, orderId, dueAtMs: venue.now + 5 }]);
    expect(refusalOf(venue.apply(cancel))).toBe("cancel-pending");
    expect(venue.pass(4)).toEqual([]);
    const events = venue.pass(1);
    expect(events.map(({ kind }) => kind)).toEqual(["order-cancelled", "order-changed", "assets-changed"]);
    expect(venue.lastOrder(a).status).toBe("cancelled");
    expect(venue.assets(a)).toMatchObject({ available: "5000", crossFrozen: "0" });
    expect(refusalOf(venue.apply(cancel))).toBe("order-finished");
    expect([refusalCodes["cancel-pending"], refusalCodes["order-finished"]]).toEqual([2064, 2033]);
  });

  it("that comes just when the first one takes effect finds an order that has ended, also before it is packed", () => {
    const { venue, orderId } = venueWithOrder();
    const cancel = { kind: "cancel-order", account: a, orderId } as const;
    venue.apply(cancel);
    // What is due happens at the beginning of the command.
    const events = venue.exchange.apply(cancel, venue.now + 5);
    expect(events.map(({ kind }) => kind)).toEqual([
      "order-cancelled",
      "order-changed",
      "assets-changed",
      "command-refused",
    ]);
    expect(refusalOf(events)).toBe("order-finished");
  });

  it("loses against a fill meanwhile: 2033", () => {
    const { venue, orderId } = venueWithOrder();
    venue.apply({ kind: "cancel-order", account: a, orderId });
    venue.place(b, { side: "open-short", quantity: "0.1", price: "40000" });
    const events = venue.pass(5);
    expect(events).toEqual([
      { kind: "command-refused", command: "cancel-order", account: a, reason: "order-finished", orderId },
    ]);
    expect(venue.lastOrder(a).status).toBe("filled");
  });

  it("after a partial fill meanwhile cancels the rest: status 4", () => {
    const { venue, orderId } = venueWithOrder();
    venue.apply({ kind: "cancel-order", account: a, orderId });
    venue.place(b, { side: "open-short", quantity: "0.04", price: "40000" });
    venue.pass(5);
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 400 });
  });

  it("of an unknown or another one's order is 2040, of a market order 2069 before anything else", () => {
    const { venue, orderId } = venueWithOrder();
    expect(refusalOf(venue.apply({ kind: "cancel-order", account: a, orderId: 999 }))).toBe("unknown-order");
    expect(refusalOf(venue.apply({ kind: "cancel-order", account: b, orderId }))).toBe("unknown-order");
    venue.place(b, { side: "open-short", quantity: "0.1" });
    const market = venue.lastOrder(b);
    expect(market.status).toBe("filled");
    expect(refusalOf(venue.apply({ kind: "cancel-order", account: b, orderId: market.id }))).toBe("market-order");
    expect([refusalCodes["unknown-order"], refusalCodes["market-order"]]).toEqual([2040, 2069]);
  });

  it("of several orders answers for each; of all leaves none", () => {
    const { venue, orderId } = venueWithOrder();
    venue.place(a, { side: "open-long", quantity: "0.1", price: "39000" });
    venue.place(a, { side: "open-long", quantity: "0.1", price: "38000" });
    const events = venue.apply({ kind: "cancel-orders", account: a, orderIds: [orderId, 77] });
    expect(events.map(({ kind }) => kind)).toEqual(["cancel-accepted", "command-refused"]);
    expect(venue.apply({ kind: "cancel-all", account: a, pair: "4BTC_USDT" })).toHaveLength(2);
    venue.pass(5);
    expect(venue.exchange.state.openOrders.size).toBe(0);
    expect(refusalOf(venue.apply({ kind: "cancel-all", account: a, pair: "X" }))).toBe("unknown-pair");
  });
});
