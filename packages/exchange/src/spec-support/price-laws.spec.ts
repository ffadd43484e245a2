import { describe, expect, it } from "vitest";
import type { ExchangeEvent } from "../event/event.js";
import { moneyText, readMoney } from "../exact/money.js";
import { checkOwnPrices } from "./price-laws.js";
import { VenueKit } from "./venue-kit.js";

const [a, b] = [1001, 1002];
const withoutNote = (): void => {};

/** `a` is long 1 at 40,000 and has 4000 left, as much as a close at 36,000 costs, and what is `spare`. `b` has bids for it there. */
function atLastUnit(mode: "cross" | "fixed", bids: readonly string[], spare = "0"): VenueKit {
  const venue = new VenueKit();
  venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "10000" });
  venue.fund(a, "4024");
  if (spare !== "0") {
    venue.fund(a, spare);
  }
  venue.fund(b, "100000");
  venue.setMode(a, mode, 100);
  venue.trade(a, "open-long", b, "open-short", "1", "40000");
  if (mode === "fixed") {
    venue.apply({ kind: "change-margin", account: a, pair: venue.market.pair, side: "long", amount: "3600" });
  }
  for (const quantity of bids) {
    venue.place(b, { side: "close-short", quantity, price: "36000" });
  }
  return venue;
}

function check(venue: VenueKit, events: readonly ExchangeEvent[]): void {
  checkOwnPrices(venue.exchange.state, events, withoutNote);
}

/** The same happenings, but in the last of its payments the insurance fund has paid more. */
function withMorePaid(events: readonly ExchangeEvent[], more: bigint): readonly ExchangeEvent[] {
  const last = events.findLast(({ kind }) => kind === "insurance-paid");
  return events.map((event) => {
    if (event !== last || event.kind !== "insurance-paid") {
      return event;
    }
    return { ...event, amount: moneyText((readMoney(event.amount) ?? 0n) + more) };
  });
}

describe.each(["cross", "fixed"] as const)("a close for the last unit of %s money", (mode) => {
  it.each([
    ["one part", ["1"]],
    ["two parts", ["0.5", "0.5"]],
    ["four parts", ["0.1", "0.2", "0.3", "0.4"]],
  ])("in %s costs the insurance fund that order's fees, which the law lets pass, and nothing above them", (_, bids) => {
    const venue = atLastUnit(mode, bids);
    const events = venue.place(a, { side: "close-long", quantity: "1" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled", deals: bids.length });
    // 21.6 is the fee for 36,000.
    expect(venue.balance("venue/insurance")).toBe("9978.4");
    check(venue, events);
    const rounding = BigInt(bids.length);
    check(venue, withMorePaid(events, rounding));
    expect(() => check(venue, withMorePaid(events, rounding + 1n))).toThrow("for an order's own price");
  });
});

describe("a close that waits for the last unit", () => {
  it("is looked at again for each part: what the first one's fee took, the second one lacks", () => {
    const venue = atLastUnit("cross", []);
    venue.place(a, { side: "close-long", quantity: "1", price: "36000" });
    check(venue, venue.place(b, { side: "close-short", quantity: "0.5", price: "36000" }));
    check(venue, venue.place(b, { side: "close-short", quantity: "0.5", price: "36000" }));
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 5000 });
    expect(venue.balance("venue/insurance")).toBe("10000");
  });

  it("may cost the insurance fund the fee of the trade, whoever paid those before it", () => {
    const venue = atLastUnit("fixed", [], "3.6");
    venue.place(a, { side: "close-long", quantity: "1", price: "36000" });
    const events = [0, 1].flatMap(() => venue.place(b, { side: "close-short", quantity: "0.5", price: "36000" }));
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    // 3.6 is the fee for 18,000; `a` had it once.
    expect(venue.balance("venue/insurance")).toBe("9996.4");
    check(venue, withMorePaid(events, 1n));
    expect(() => check(venue, withMorePaid(events, 2n))).toThrow("for an order's own price");
  });
});

/** `a` is long 1 since 40,000, half of it until 41,000 is paid, and short 0.5 at the mark of 39,000; 2208 are left: 2000 for closing that at 43,000, 195 of maintenance, and the fee. */
function withTakeProfit(): VenueKit {
  const venue = new VenueKit();
  venue.fund(a, "3243.6");
  venue.fund(b, "100000");
  venue.setMode(a, "cross", 100);
  venue.place(b, { side: "open-short", quantity: "1", price: "40000" });
  const attachment = { type: "market", takeProfitTriggerPrice: 410_000, stopLossTriggerPrice: 300_000 } as const;
  venue.place(a, { side: "open-long", quantity: "0.5", price: "40000", attachment });
  venue.place(a, { side: "open-long", quantity: "0.5", price: "40000" });
  venue.setIndex("39000");
  venue.trade(a, "open-short", b, "open-long", "0.5", "39000");
  venue.place(b, { side: "open-long", quantity: "0.5", price: "39000" });
  venue.place(b, { side: "open-short", quantity: "0.5", price: "43000" });
  return venue;
}

describe("a close whose price makes a plan go off", () => {
  it("leaves its owner no more than the maintenance of the long position, and the plan closes at the mark", () => {
    const venue = withTakeProfit();
    const events = venue.place(a, { side: "close-short", quantity: "0.5" });
    expect(venue.positions(a)).toMatchObject([{ side: "long", quantity: "0.5" }]);
    check(venue, events);
  });
});
