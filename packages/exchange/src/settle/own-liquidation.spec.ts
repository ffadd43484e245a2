import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];

/** A book in which nobody but two users acts, at 40,000: `a` has so much and trades at 100×; the insurance fund has 10,000. */
function thin(mode: "cross" | "fixed", funds: string, markets: readonly Market[] = [linearMarket]): VenueKit {
  const venue = new VenueKit(markets);
  venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "10000" });
  venue.fund(a, funds);
  venue.fund(b, "100000");
  venue.setMode(a, mode, 100);
  return venue;
}

/** The venue looks at everybody. The mark stands where it stood. */
function look(venue: VenueKit): void {
  venue.setIndex("40000");
}

/** How often a position of `a` was liquidated. */
function liquidations(venue: VenueKit): number {
  return venue.events.filter(
    (event) => event.kind === "position-logged" && event.account === a && event.change.type === "liquidate",
  ).length;
}

describe("a close while the mark stands still", () => {
  /** `a` is long and short 0.9 at 40,000 and has 956.8; `b` waits far above to be paid for the short. */
  function straddle(): VenueKit {
    const venue = thin("cross", "1000");
    venue.trade(a, "open-long", b, "open-short", "0.9", "40000");
    venue.trade(a, "open-short", b, "open-long", "0.9", "40000");
    venue.place(b, { side: "close-long", quantity: "0.9", price: "43900" });
    return venue;
  }

  it("leaves the other side of a straddle its maintenance", () => {
    const venue = straddle();
    venue.place(b, { side: "close-short", quantity: "0.9", price: "38950" });
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.9", price: "38950" }))).toBe("price-too-low");
    venue.place(a, { side: "close-long", quantity: "0.9" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled" });
    expect(venue.lastOrder(a).filled).toBeGreaterThan(0);
    look(venue);
    expect(liquidations(venue)).toBe(0);
    expect(venue.balance("venue/insurance")).toBe("10000");
  });

  it("that waits is cancelled when it would not leave that any more", () => {
    const venue = straddle();
    venue.place(a, { side: "close-long", quantity: "0.8", price: "39250" });
    const waiting = venue.lastOrder(a);
    // That costs 350 and a fee: 604 would be left for the 600 that the other close loses and 180 of maintenance.
    venue.place(b, { side: "close-short", quantity: "0.1", price: "36500" });
    venue.place(a, { side: "close-long", quantity: "0.1" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    venue.place(b, { side: "close-short", quantity: "0.8", price: "39250" });
    expect(waiting).toMatchObject({ status: "cancelled", filled: 0 });
    expect(venue.events.findLast(({ kind }) => kind === "order-cancelled")).toMatchObject({ reason: "uncovered" });
    look(venue);
    expect(liquidations(venue)).toBe(0);
    expect(venue.balance("venue/insurance")).toBe("10000");
  });

  it("of a part goes as deep into the book as the maintenance of the rest allows", () => {
    const venue = thin("cross", "600");
    venue.trade(a, "open-long", b, "open-short", "0.9", "40000");
    venue.place(b, { side: "close-short", quantity: "0.9", price: "36400" });
    // 578.4: 0.03 cost 108 and a fee, and the rest asks for 174.
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.03", price: "36400" }))).toBeUndefined();
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    venue.place(a, { side: "close-long", quantity: "0.03" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    venue.place(a, { side: "close-long", quantity: "0.84" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled" });
    look(venue);
    expect(liquidations(venue)).toBe(0);
    expect(venue.balance("venue/insurance")).toBe("10000");
  });
});

describe("a close of a fixed position", () => {
  it("leaves the cross account beside it the fee that its own margin does not pay", () => {
    const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 40_000 };
    const venue = thin("cross", "1000", [linearMarket, eth]);
    const { pair } = eth;
    venue.apply({ kind: "change-mode", account: a, pair, mode: "fixed", leverageLong: 100, leverageShort: 100 });
    venue.place(b, { side: "open-short", quantity: "9", price: "4000" }, eth);
    venue.place(a, { side: "open-long", quantity: "9", price: "4000" }, eth);
    venue.trade(a, "open-long", b, "open-short", "0.9", "40000");
    venue.place(b, { side: "close-short", quantity: "0.9", price: "36100" });
    venue.place(a, { side: "close-long", quantity: "0.9" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled" });
    const close = { side: "close-long", quantity: "9" } as const;
    expect(refusalOf(venue.place(a, { ...close, price: "3960" }, eth))).toBe("price-too-low");
    // What its margin pays for it may do.
    expect(refusalOf(venue.place(a, { ...close, price: "3970" }, eth))).toBeUndefined();
    venue.place(b, { side: "close-short", quantity: "9", price: "3970" }, eth);
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    look(venue);
    expect(liquidations(venue)).toBe(0);
    expect(venue.balance("venue/insurance")).toBe("10000");
  });
});

describe("an opening order of a fixed position that waits above the mark", () => {
  /** `a` is long 0.1 with 500 of margin, and waits to buy 0.5 at 40,800: with less margin it would be liquidated at once. */
  function waiting(): VenueKit {
    const venue = thin("fixed", "2000");
    venue.trade(a, "open-long", b, "open-short", "0.1", "40000");
    venue.apply({ kind: "change-margin", account: a, pair: "4BTC_USDT", side: "long", amount: "460" });
    venue.place(a, { side: "open-long", quantity: "0.5", price: "40800" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "open" });
    return venue;
  }
  const takeOut = (venue: VenueKit, amount: string): string | undefined =>
    refusalOf(
      venue.apply({ kind: "change-margin", account: a, pair: "4BTC_USDT", side: "long", amount: `-${amount}` }),
    );

  it("keeps the margin that its maintenance will need, and no more", () => {
    const venue = waiting();
    // 500 and 204 of the order, which loses 400: 120 have to stay for 0.6.
    expect(takeOut(venue, "184.1")).toBe("insufficient-balance");
    expect(takeOut(venue, "184")).toBeUndefined();
    venue.place(b, { side: "open-short", quantity: "0.5", price: "40800" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    look(venue);
    expect(liquidations(venue)).toBe(0);
  });

  it("is cancelled when it is met and the position could not hold its maintenance", () => {
    const venue = thin("fixed", "2000");
    venue.place(a, { side: "open-long", quantity: "0.5", price: "40100" });
    // 200.5 of margin, less 150 by its own price: worth something, but not 99.75.
    venue.setIndex("39800");
    venue.place(b, { side: "open-short", quantity: "0.5", price: "40100" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "cancelled", filled: 0 });
    expect(venue.events.findLast(({ kind }) => kind === "order-cancelled")).toMatchObject({ reason: "uncovered" });
  });
});

describe("a liquidated fixed position", () => {
  it("takes its side's opening orders along, so that its owner does not buy back what the venue sells", () => {
    const venue = thin("fixed", "520");
    venue.place(a, { side: "open-long", quantity: "0.9", price: "40000" });
    venue.place(b, { side: "open-short", quantity: "0.1", price: "40000" });
    venue.place(a, { side: "open-short", quantity: "0.01", price: "43000" });
    const other = venue.lastOrder(a);
    venue.setIndex("39790");
    expect(liquidations(venue)).toBe(1);
    expect(venue.positions(a)).toEqual([]);
    // The other side's order has nothing to do with it.
    expect(other).toMatchObject({ status: "open" });
    const cancelled = venue.events.filter(({ kind }) => kind === "order-cancelled");
    expect(cancelled).toMatchObject([{ account: a, remaining: 8000, reason: "liquidation" }]);
    // 520 less a margin of 40, a fee and what the order that waits holds back.
    expect(Number(venue.assets(a).available)).toBeGreaterThan(470);
  });
});
