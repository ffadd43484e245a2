import { describe, expect, it } from "vitest";
import { VenueKit } from "../spec-support/venue-kit.js";
import type { ExchangeEvent } from "./event.js";

const [a, b] = [1001, 1002];

/** `a` has an order for 0.5 with a plan of either kind, of which `b` has taken 0.2. */
function traded(): readonly [VenueKit, readonly ExchangeEvent[]] {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "10000");
  }
  const attachment = { type: "market", takeProfitTriggerPrice: 420_000, stopLossTriggerPrice: 390_000 } as const;
  venue.place(a, { side: "open-long", quantity: "0.5", price: "40000", clientOrderId: "7", attachment });
  const events = venue.place(b, { side: "open-short", quantity: "0.2", price: "40000" });
  return [venue, events.filter((event) => "account" in event && event.account === a)];
}

const views = ["fill", "order", "position", "assets", "change", "plan"] as const;

function viewOf(event: ExchangeEvent): readonly unknown[] {
  return views.flatMap((name) => (name in event ? [(event as unknown as Record<string, unknown>)[name]] : []));
}

describe("what a trade tells a user", () => {
  it("are the fill, the order, the position, the account, the change log, and the plans that came with the order", () => {
    const [, events] = traded();
    expect(events.map(({ kind }) => kind)).toEqual([
      "filled",
      "order-changed",
      "position-changed",
      "assets-changed",
      "position-logged",
      "plan-changed",
      "plan-changed",
      "position-changed",
    ]);
    expect(events).toMatchObject([
      { fill: { dealQuantity: "0.2", clientOrderId: "7", liquidity: "maker" } },
      { order: { dealQuantity: "0.2", status: "partly-filled" } },
      { position: { quantity: "0.2", takeProfitQuantity: "0", stopLossQuantity: "0" } },
      { assets: { coin: "USDT", crossMargin: "800" } },
      { change: { type: "open", quantityChange: "0.2", quantity: "0.2", price: "40000" } },
      { plan: { plan: "take-profit", quantity: "0.2", status: "waiting" } },
      { plan: { plan: "stop-loss", quantity: "0.2", status: "waiting" } },
      { position: { quantity: "0.2", takeProfitQuantity: "0.2", stopLossQuantity: "0.2" } },
    ]);
  });

  it("is the same as JSON, with nothing else in it", () => {
    const [, events] = traded();
    for (const event of events) {
      const [view] = viewOf(event);
      const name = views.find((one) => one in event) ?? "";
      expect(JSON.parse(JSON.stringify(event))).toEqual({ kind: event.kind, account: a, [name]: view });
    }
  });

  it("stays as it was when more happens before somebody reads it", () => {
    const [, readAtOnce] = traded();
    const expected = JSON.parse(JSON.stringify(readAtOnce)) as unknown;
    const [venue, readLater] = traded();
    venue.place(b, { side: "open-short", quantity: "0.3", price: "40000" });
    venue.place(b, { side: "close-short", quantity: "0.5", price: "41000" });
    venue.place(a, { side: "close-long", quantity: "0.5", price: "41000" });
    expect(venue.positions(a)).toEqual([]);
    expect(JSON.parse(JSON.stringify(readLater))).toEqual(expected);
  });

  it("is made once, however often it is read", () => {
    const [, events] = traded();
    for (const event of events) {
      expect(viewOf(event)).toHaveLength(1);
      expect(viewOf(event)[0]).toBe(viewOf(event)[0]);
    }
  });
});

describe("what an order holds is told", () => {
  const kindsOf = (events: readonly ExchangeEvent[]): string[] => events.map(({ kind }) => kind);

  it("of an opening one as money, of a closing one as a part of the position of its side", () => {
    const [venue] = traded();
    const opening = venue.place(a, { side: "open-short", quantity: "0.1", price: "41000" });
    expect(kindsOf(opening)).toEqual(["order-placed", "order-changed", "assets-changed"]);
    const closing = venue.place(a, { side: "close-long", quantity: "0.1", price: "41000" });
    expect(kindsOf(closing)).toEqual(["order-placed", "order-changed", "position-changed"]);
    expect(closing[2]).toMatchObject({ position: { side: "long", closableQuantity: "0.1" } });
    const other = venue.place(b, { side: "close-short", quantity: "0.1", price: "39000" });
    expect(other[2]).toMatchObject({ account: b, position: { side: "short", closableQuantity: "0.1" } });
  });

  it("and told again when it is cancelled", () => {
    const [venue] = traded();
    venue.place(a, { side: "close-long", quantity: "0.1", price: "41000" });
    venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
    const events = venue.pass(5);
    expect(kindsOf(events)).toEqual(["order-cancelled", "order-changed", "position-changed"]);
    expect(events).toMatchObject([
      { remaining: 1000, reason: "requested" },
      { order: { status: "cancelled" } },
      { position: { side: "long", closableQuantity: "0.2" } },
    ]);
  });
});
