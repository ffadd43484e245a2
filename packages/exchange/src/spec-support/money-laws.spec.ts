import { describe, expect, it } from "vitest";
import type { Command } from "../command/command.js";
import type { ExchangeEvent } from "../event/event.js";
import { expectClose } from "./money-laws.js";
import { VenueKit } from "./venue-kit.js";

const [a, b] = [1001, 1002];
const withoutNote = (): void => {};
const close: Command = {
  kind: "place-order",
  account: a,
  pair: "4BTC_USDT",
  side: "close-long",
  type: "market",
  quantity: 10_000,
};

/** `a` is long 1, and `b` has bids at the mark for it; the first one he has asked to have cancelled, which takes 5 ms. */
function offered(): VenueKit {
  const venue = new VenueKit();
  for (const account of [a, b]) {
    venue.fund(account, "100000");
  }
  venue.trade(a, "open-long", b, "open-short", "1", "40000");
  for (const quantity of ["0.6", "0.3"]) {
    venue.place(b, { side: "close-short", quantity, price: "40000" });
  }
  const first = [...venue.exchange.state.openOrders.keys()].at(-2) ?? 0;
  venue.apply({ kind: "cancel-order", account: b, orderId: first });
  return venue;
}

/** Closes, and looks whether the law holds by what it is told of that. */
function closeBy(venue: VenueKit, told: (events: readonly ExchangeEvent[]) => readonly ExchangeEvent[]): void {
  const check = expectClose(venue.exchange.state, close, withoutNote);
  check(told(venue.apply(close)));
}

describe("the law that a solvent account can close what is offered", () => {
  it("counts no offer that was due to be cancelled when the close came", () => {
    const venue = offered();
    venue.now += 5;
    closeBy(venue, (events) => events);
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 3000 });
  });

  it("counts one whose cancellation is still under way", () => {
    const venue = offered();
    closeBy(venue, (events) => events);
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 9000 });
  });

  it("is broken when an offer was neither taken nor cancelled", () => {
    const venue = offered();
    venue.now += 5;
    const untold = (events: readonly ExchangeEvent[]) => events.filter(({ kind }) => kind !== "order-cancelled");
    expect(() => closeBy(venue, untold)).toThrow("a solvent account closed 3000 of 9000 that were offered");
  });
});
