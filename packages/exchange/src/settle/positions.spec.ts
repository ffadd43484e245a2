import { describe, expect, it } from "vitest";
import type { ExchangeEvent } from "../event/event.js";
import { inverseMarket, linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";

const [a, b, c] = [1001, 1002, 1003];

function setLeverage(venue: VenueKit, account: number, leverage: number): void {
  venue.setMode(account, "cross", leverage);
}

function totals(venue: VenueKit): bigint[] {
  return [...venue.exchange.state.ledger.totals().values()];
}

describe("the average price of an inverse contract", () => {
  it.each([
    ["16000", "26617.6"],
    ["1", "100000.3"],
    ["7", "39999.9"],
  ])("of a single fill of %s is exactly its price: %s", (quantity, price) => {
    const venue = new VenueKit([{ ...inverseMarket, initialPrice: 500_000 }]);
    for (const account of [1001, 1002]) {
      venue.fund(account, "100", "BTC");
    }
    venue.setIndex(price);
    venue.trade(1001, "open-long", 1002, "open-short", quantity, price);
    expect(venue.positions(1001)).toMatchObject([{ openPrice: price }]);
    expect(venue.positions(1002)).toMatchObject([{ openPrice: price }]);
    const changed = venue.events.findLast(({ kind }) => kind === "order-changed");
    expect(changed).toMatchObject({ order: { dealPrice: price } });
    expect(venue.events.findLast(({ kind }) => kind === "position-logged")).toMatchObject({
      change: { openPrice: price },
    });
  });

  it("stays what it was when a part is closed, and is harmonic over several fills", () => {
    const venue = new VenueKit([inverseMarket]);
    for (const account of [1001, 1002]) {
      venue.fund(account, "100", "BTC");
    }
    venue.trade(1001, "open-long", 1002, "open-short", "1000", "39999.9");
    for (const part of ["333", "1", "77"]) {
      venue.trade(1001, "close-long", 1002, "close-short", part, "40123.4");
      expect(venue.positions(1001)).toMatchObject([{ openPrice: "39999.9" }]);
    }
    venue.trade(1002, "open-long", 1001, "open-short", "6000", "40000");
    venue.trade(1002, "open-long", 1001, "open-short", "4000", "42000");
    expect(venue.positions(1002)).toMatchObject([{ side: "long", openPrice: "40776.6990291262" }, { side: "short" }]);
  });
});

describe("three users with 5000 each", () => {
  it("keep the design's balances, the clearing account the unrealised profit, and the sum 15000", () => {
    const venue = new VenueKit();
    for (const account of [a, b, c]) {
      venue.fund(account, "5000");
    }
    setLeverage(venue, a, 20);
    setLeverage(venue, c, 20);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    expect(venue.assets(a)).toMatchObject({ available: "3988", crossMargin: "1000", crossFrozen: "0" });
    expect(venue.assets(b)).toMatchObject({ available: "2996", crossMargin: "2000", crossFrozen: "0" });
    expect(venue.balance("clearing/4BTC_USDT")).toBe("0");
    venue.trade(a, "close-long", c, "open-long", "0.5", "42000");
    expect(venue.assets(a)).toMatchObject({ available: "5975.4", crossMargin: "0" });
    expect(venue.assets(c)).toMatchObject({ available: "3945.8", crossMargin: "1050" });
    expect(venue.balance("clearing/4BTC_USDT")).toBe("-1000");
    venue.trade(b, "close-short", c, "close-long", "0.5", "41000");
    expect(venue.assets(b).available).toBe("4483.7");
    expect(venue.assets(c).available).toBe("4491.7");
    expect(venue.balance("clearing/4BTC_USDT")).toBe("0");
    expect(venue.balance("venue/fees")).toBe("49.2");
    expect(venue.balance("world")).toBe("-15000");
    expect(totals(venue).every((total) => total === 0n)).toBe(true);
    expect(venue.positions(a)).toEqual([]);
  });
});

describe("a fill", () => {
  const kinds = (events: readonly ExchangeEvent[], account: number): string[] =>
    events.filter((event) => "account" in event && event.account === account).map((event) => event.kind);

  it("is told to each party as fill, order, position, assets, then the change log", () => {
    const venue = new VenueKit();
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    venue.place(b, { side: "open-short", quantity: "0.5", price: "40000" });
    const events = venue.place(a, { side: "open-long", quantity: "0.2", price: "40000" });
    const views = ["filled", "order-changed", "position-changed", "assets-changed", "position-logged"];
    expect(kinds(events, b)).toEqual(views);
    expect(kinds(events, a)).toEqual(["order-placed", "order-changed", "assets-changed", ...views]);
    const orders = events.flatMap((event) => (event.kind === "order-changed" ? [event.order] : []));
    expect(orders.map(({ status, dealQuantity }) => [status, dealQuantity])).toEqual([
      ["open", "0"],
      ["filled", "0.2"],
      ["partly-filled", "0.2"],
    ]);
    const fills = events.flatMap((event) => (event.kind === "filled" ? [event.fill] : []));
    expect(fills).toMatchObject([
      { liquidity: "taker", dealPrice: "40000", dealQuantity: "0.2", fee: "4.8", side: "open-long" },
      { liquidity: "maker", dealPrice: "40000", dealQuantity: "0.2", fee: "1.6", side: "open-short" },
    ]);
    expect(fills[0]?.fillId).not.toBe(fills[1]?.fillId);
  });

  it("averages linear prices by quantity, and gives a part of margin and profit back on a partial close", () => {
    const venue = new VenueKit();
    for (const account of [a, b]) {
      venue.fund(account, "50000");
      setLeverage(venue, account, 20);
    }
    venue.trade(a, "open-long", b, "open-short", "0.2", "40000");
    venue.trade(a, "open-long", b, "open-short", "0.3", "41000");
    expect(venue.positions(a)).toMatchObject([{ quantity: "0.5", openPrice: "40600", margin: "1015" }]);
    const other = new VenueKit();
    for (const account of [a, b]) {
      other.fund(account, "50000");
      setLeverage(other, account, 20);
    }
    other.trade(a, "open-long", b, "open-short", "0.5", "40000");
    const before = Number(other.assets(a).available);
    other.trade(a, "close-long", b, "close-short", "0.2", "42000");
    const change = other.events.findLast((event) => event.kind === "position-logged" && event.account === a);
    expect(change).toMatchObject({
      change: { type: "close", quantityChange: "0.2", quantity: "0.3", profit: "400", fee: "5.04", openPrice: "40000" },
    });
    expect(other.positions(a)).toMatchObject([{ margin: "600", quantity: "0.3" }]);
    expect(Number(other.assets(a).available) - before).toBeCloseTo(400 + 400 - 5.04, 8);
  });

  it("holds long and short at once and settles inverse contracts in the coin", () => {
    const venue = new VenueKit([inverseMarket, linearMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "1", "BTC");
    }
    venue.trade(a, "open-long", b, "open-short", "10000", "40000");
    venue.trade(b, "open-long", a, "open-short", "4000", "42000");
    expect(venue.positions(a)).toMatchObject([
      { pair: "5BTC_USD", side: "long", quantity: "10000", openPrice: "40000" },
      { pair: "5BTC_USD", side: "short", quantity: "4000" },
    ]);
    expect(venue.balance("clearing/5BTC_USD", "BTC")).toBe("0");
    venue.trade(b, "close-short", a, "close-long", "10000", "44000");
    const change = venue.events.findLast((event) => event.kind === "position-logged" && event.account === a);
    expect(change).toMatchObject({ change: { profit: "0.0227272728", coin: "BTC" } });
    venue.trade(b, "close-long", a, "close-short", "4000", "41000");
    expect(venue.balance("clearing/5BTC_USD", "BTC")).toBe("0");
    expect(totals(venue).every((total) => total === 0n)).toBe(true);
  });
});

describe("frozen funds", () => {
  it("are margin and both fees, come back as the order fills, and all of them at its end", () => {
    const venue = new VenueKit([linearMarket], { cancelDelayMs: 0 });
    venue.fund(a, "5000");
    venue.fund(b, "5000");
    venue.place(a, { side: "open-long", quantity: "0.01", price: "40000" });
    // 40 margin + 0.24 + 0.24 × 0.9
    expect(venue.assets(a)).toMatchObject({ available: "4959.544", crossFrozen: "40.456" });
    venue.place(b, { side: "open-short", quantity: "0.0025", price: "40000" });
    expect(venue.assets(a)).toMatchObject({ crossFrozen: "30.342", crossMargin: "10", available: "4959.638" });
    venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
    expect(venue.lastOrder(a).status).toBe("partly-cancelled");
    expect(venue.assets(a)).toMatchObject({ crossFrozen: "0", crossMargin: "10", available: "4989.98" });
  });

  it("of a short meet a higher bid", () => {
    const venue = new VenueKit();
    for (const account of [a, b]) {
      venue.fund(account, "50000");
    }
    venue.place(b, { side: "open-long", quantity: "0.1", price: "41000" });
    setLeverage(venue, a, 20);
    const events = venue.place(a, { side: "open-short", quantity: "0.5", price: "40000" });
    const first = events.find((event) => event.kind === "order-changed");
    expect(first).toMatchObject({ order: { frozen: "1050.215", status: "open" } });
  });

  it("must be there", () => {
    const venue = new VenueKit();
    venue.fund(a, "40");
    const order = { side: "open-long", quantity: "0.01", price: "40000" } as const;
    expect(refusalOf(venue.place(a, order))).toBe("insufficient-balance");
    venue.fund(a, "0.456");
    expect(refusalOf(venue.place(a, order))).toBeUndefined();
    expect(venue.assets(a).available).toBe("0");
  });
});

describe("fees", () => {
  it("are rounded up", () => {
    const venue = new VenueKit([inverseMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "1", "BTC");
    }
    venue.trade(a, "open-long", b, "open-short", "10000", "41000");
    const fees = venue.events.flatMap((event) => (event.kind === "filled" ? [event.fill.fee] : []));
    // 0.243902439 × 0.0006 = 0.0001463414634 and × 0.0002 = 0.0000487804878.
    expect(fees).toEqual(["0.0001463415", "0.0000487805"]);
  });

  it("are paid with coupons first, then with platform tokens, then with money", () => {
    const venue = new VenueKit();
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    venue.apply({ kind: "credit", account: a, coin: "USDT", amount: "1", purse: "promotion" });
    venue.fund(a, "12", "BIX");
    venue.apply({ kind: "set-account", account: a, paysFeesInToken: true });
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    const fill = venue.events.find((event) => event.kind === "filled" && event.account === a);
    // 12 in all: 1 by coupon, 12 tokens of 0.25, the rest in money.
    expect(fill).toMatchObject({ fill: { fee: "12", couponFeeDeduction: "1", tokenFeeDeduction: "3" } });
    expect(venue.assets(a).available).toBe("2992");
    expect(venue.balance("venue/fees", "BIX")).toBe("12");
    expect(totals(venue).every((total) => total === 0n)).toBe(true);
  });
});
