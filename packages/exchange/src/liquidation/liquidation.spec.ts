import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, plainTerms, VenueKit } from "../spec-support/venue-kit.js";
import type { ChangeView } from "../view/change.js";

const [a, b, c, d] = [1001, 1002, 1003, 1004];

/** Base 100, step 50: the design's tiers. */
const tiered: Market = {
  ...linearMarket,
  terms: { ...plainTerms, riskBase: 1_000_000, riskStep: 500_000 },
};

function changes(venue: VenueKit, account: number): ChangeView[] {
  return venue.events.flatMap((event) =>
    event.kind === "position-logged" && event.account === account ? [event.change] : [],
  );
}

function expectBalanced(venue: VenueKit): void {
  expect([...venue.exchange.state.ledger.totals().values()].every((total) => total === 0n)).toBe(true);
}

function venueWith(market: Market, funds: Readonly<Record<number, string>>, coin = "USDT"): VenueKit {
  const venue = new VenueKit([market]);
  for (const [account, amount] of Object.entries(funds)) {
    venue.fund(Number(account), amount, coin);
  }
  return venue;
}

describe("a fixed position", () => {
  it("long 180 @ 40000, 50×: at 39750 the upper tier is taken over, 150 stay with 120000", () => {
    const venue = venueWith(tiered, { [a]: "200000", [b]: "9000000" });
    venue.setMode(a, "fixed", 50);
    venue.trade(a, "open-long", b, "open-short", "180", "40000");
    expect(venue.positions(a)).toMatchObject([{ margin: "144000", liquidationPrice: "39797" }]);
    venue.setIndex("39797");
    expect(venue.positions(a)).toMatchObject([{ quantity: "180" }]);
    venue.setIndex("39750");
    expect(venue.positions(a)).toMatchObject([{ quantity: "150", margin: "120000" }]);
    expect(changes(venue, a).at(-1)).toMatchObject({
      type: "lighten",
      quantityChange: "30",
      quantity: "150",
      price: "39200",
      profit: "-24000",
      fee: "0",
    });
    expectBalanced(venue);
  });

  it("is taken over whole at the bankruptcy price when no lower tier saves it; its orders and plans go", () => {
    const venue = venueWith(linearMarket, { [a]: "5000", [b]: "50000" });
    venue.setMode(a, "fixed", 20);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(a, { side: "close-long", quantity: "0.2", price: "41000" });
    const plan = { kind: "place-plan", account: a, side: "long", plan: "stop-loss", type: "market" } as const;
    venue.apply({ ...plan, price: 0, triggerPrice: 385_000, quantity: 5000 });
    venue.setIndex("38191");
    expect(venue.positions(a)).toHaveLength(1);
    const events = venue.setIndex("38190.9");
    expect(venue.positions(a)).toEqual([]);
    expect(changes(venue, a).at(-1)).toMatchObject({
      type: "liquidate",
      price: "38000",
      profit: "-1000",
      quantity: "0",
    });
    expect(venue.assets(a)).toMatchObject({ available: "3988", fixedMargin: "0" });
    expect(events.find(({ kind }) => kind === "order-cancelled")).toMatchObject({ reason: "liquidation" });
    expect(events.find(({ kind }) => kind === "plan-changed")).toMatchObject({ plan: { status: "cancelled" } });
    // Nobody bids: the venue holds the position, and the clearing account everybody's profit.
    expect(venue.balance("clearing/4BTC_USDT")).toBe("1000");
    expectBalanced(venue);
  });

  it("holds at its liquidation price itself", () => {
    const venue = venueWith(linearMarket, { [a]: "5000", [b]: "50000" });
    venue.setMode(a, "fixed", 100);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.apply({ kind: "change-margin", account: a, pair: "4BTC_USDT", side: "long", amount: "49.25" });
    // (20000 − 249.25) / (0.5 × 0.995) comes out even.
    expect(venue.positions(a)).toMatchObject([{ liquidationPrice: "39700" }]);
    venue.setIndex("39700");
    expect(venue.positions(a)).toHaveLength(1);
    venue.setIndex("39699.9");
    expect(venue.positions(a)).toEqual([]);
  });

  it("leaves the difference to the insurance fund when the book pays better than bankruptcy", () => {
    const venue = venueWith(linearMarket, { [a]: "5000", [b]: "50000", [c]: "50000" });
    venue.setMode(a, "fixed", 20);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(c, { side: "open-long", quantity: "0.5", price: "38100" });
    venue.setIndex("38150");
    expect(venue.balance("venue/insurance")).toBe("50");
    expect(venue.positions(c)).toMatchObject([{ quantity: "0.5", openPrice: "38100" }]);
    expectBalanced(venue);
  });

  it("costs the insurance fund what the book pays less, as far as it goes", () => {
    const venue = venueWith(linearMarket, { [a]: "5000", [b]: "50000", [c]: "50000" });
    venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "60" });
    venue.setMode(a, "fixed", 20);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(c, { side: "open-long", quantity: "0.2", price: "37900" });
    venue.place(c, { side: "open-long", quantity: "0.3", price: "37000" });
    venue.setIndex("38150");
    // 0.2 × 100 are paid; at 37000 the fund could not pay, and at the tag price there is no loss: the rest waits.
    expect(venue.balance("venue/insurance")).toBe("40");
    expect(changes(venue, b).at(-1)?.type).toBe("open");
    // 0.3 × 200 at the tag price are more than 40: the other side is closed at the bankruptcy price.
    venue.setIndex("37800");
    expect(changes(venue, b).at(-1)).toMatchObject({
      type: "auto-deleverage",
      quantityChange: "0.3",
      quantity: "0.2",
      price: "38000",
      profit: "600",
      fee: "0",
    });
    expect(venue.balance("venue/insurance")).toBe("40");
    expectBalanced(venue);
  });

  it.each([
    ["long", "38285.8", "38285.7"],
    ["short", "41894.7", "41894.8"],
  ] as const)("inverse %s: holds at %s and not at %s", (side, holds, ends) => {
    const venue = venueWith(inverseMarket, { [a]: "1", [b]: "10" }, "BTC");
    venue.setMode(a, "fixed", 20);
    const [own, other] =
      side === "long" ? (["open-long", "open-short"] as const) : (["open-short", "open-long"] as const);
    venue.trade(a, own, b, other, "10000", "40000");
    expect(venue.positions(a)).toMatchObject([{ margin: "0.0125" }]);
    venue.setIndex(holds);
    expect(venue.positions(a)).toHaveLength(1);
    venue.setIndex(ends);
    expect(changes(venue, a).at(-1)).toMatchObject({ type: "liquidate", profit: "-0.0125" });
    expectBalanced(venue);
  });
});

describe("cross positions", () => {
  it("cancel their orders first, then go at the price at which nothing is left", () => {
    const venue = venueWith(linearMarket, { [a]: "3012", [b]: "90000" });
    venue.setMode(a, "cross", 20);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(a, { side: "open-long", quantity: "0.1", price: "33000" });
    expect(venue.positions(a)).toMatchObject([{ liquidationPrice: "34170.9" }]);
    venue.setIndex("34170.9");
    expect(venue.positions(a)).toHaveLength(1);
    venue.setIndex("34170.8");
    expect(venue.lastOrder(a).status).toBe("cancelled");
    expect(changes(venue, a).at(-1)).toMatchObject({ type: "liquidate", price: "34000", profit: "-3000" });
    expect(venue.assets(a)).toMatchObject({ available: "0", crossMargin: "0", crossFrozen: "0" });
    expectBalanced(venue);
  });

  it("take the largest loss first; what it leaves does not hold the others", () => {
    const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", priceScale: 1, initialPrice: 30_000 };
    const venue = new VenueKit([linearMarket, eth]);
    for (const account of [a, b]) {
      venue.fund(account, account === a ? "3100" : "900000");
    }
    venue.setMode(a, "cross", 100);
    venue.apply({
      kind: "change-mode",
      account: a,
      pair: "4ETH_USDT",
      mode: "cross",
      leverageLong: 100,
      leverageShort: 100,
    });
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    for (const [account, side] of [
      [b, "open-long"],
      [a, "open-short"],
    ] as const) {
      venue.place(account, { side, quantity: "10", price: "3000" }, eth);
    }
    venue.setIndex("3100", eth);
    expect(venue.positions(a)).toHaveLength(2);
    venue.setIndex("36200");
    // The long has lost 1900, the short 1000: with the long goes all that is not the short's loss, and then that.
    const [long, short] = changes(venue, a).slice(-2);
    expect(long).toMatchObject({ pair: "4BTC_USDT", type: "liquidate" });
    expect(short).toMatchObject({ pair: "4ETH_USDT", type: "liquidate", profit: "-1000", price: "3100" });
    expect(venue.assets(a)).toMatchObject({ available: "0", crossMargin: "0" });
    expectBalanced(venue);
  });
});

describe("deleveraging", () => {
  it("takes the most profitable by leverage first", () => {
    const venue = venueWith(linearMarket, { [a]: "50000", [b]: "50000", [c]: "50000", [d]: "50000" });
    venue.setMode(a, "fixed", 20);
    venue.setMode(b, "fixed", 10);
    venue.setMode(c, "fixed", 20);
    venue.setMode(d, "fixed", 20);
    venue.trade(a, "open-long", b, "open-short", "0.2", "40000");
    venue.trade(a, "open-long", c, "open-short", "0.2", "40000");
    venue.trade(a, "open-long", d, "open-short", "0.2", "39000");
    venue.setIndex("37000");
    const deleveraged = [b, c, d].map((account) => changes(venue, account).at(-1)?.type);
    expect(deleveraged).toEqual(["auto-deleverage", "auto-deleverage", "auto-deleverage"]);
    const order = venue.events.flatMap((event) =>
      event.kind === "position-logged" && event.change.type === "auto-deleverage" ? [event.account] : [],
    );
    // Ratio × leverage: c 0.075 × 7.4, d 0.051 × 9.4, b 0.075 × 5.3.
    expect(order).toEqual([c, d, b]);
    expect(venue.balance("clearing/4BTC_USDT")).toBe("0");
    expectBalanced(venue);
  });
});
