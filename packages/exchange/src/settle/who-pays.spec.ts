import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { orderOf } from "../view/history-view.js";

const [a, b] = [1001, 1002];

const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 40_000 };

/** `a` has `funds`, the others enough; the insurance fund has 1000. */
function opened(funds: string): VenueKit {
  const venue = new VenueKit([linearMarket, eth]);
  venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "1000" });
  venue.fund(a, funds);
  venue.fund(b, "900000");
  for (const { pair } of [linearMarket, eth]) {
    for (const account of [a, b]) {
      venue.apply({ kind: "change-mode", account, pair, mode: "cross", leverageLong: 50, leverageShort: 50 });
    }
  }
  return venue;
}

/** `a` has funds of 9910, a long ETH with a profit of 14,000, and a long BTC whose close at the bid costs 11,500. */
function winningAndLosing(): VenueKit {
  const venue = opened("9972.4");
  venue.trade(a, "open-long", b, "open-short", "1", "40000");
  venue.place(b, { side: "open-short", quantity: "16", price: "4000" }, eth);
  venue.place(a, { side: "open-long", quantity: "16", price: "4000" }, eth);
  venue.setIndex("4875", eth);
  venue.setIndex("28500");
  venue.place(b, { side: "close-short", quantity: "1", price: "28500" });
  return venue;
}

function expectBalanced(venue: VenueKit): void {
  expect([...venue.exchange.state.ledger.totals().values()].every((total) => total === 0n)).toBe(true);
  expect(venue.balance(`user/${a}/free`)).not.toMatch(/^-/);
}

describe("a loss in cross mode", () => {
  it("is paid by what the owner's waiting orders hold back, before the insurance fund pays anything", () => {
    const venue = opened("10000");
    venue.trade(a, "open-long", b, "open-short", "1", "40000");
    venue.place(a, { side: "open-long", quantity: "8", price: "32000" });
    venue.place(a, { side: "open-long", quantity: "5", price: "31000" });
    const [old, late] = [...venue.exchange.state.openOrders.keys()].slice(-2);
    venue.setIndex("36000");
    venue.place(b, { side: "close-short", quantity: "1", price: "36000" });
    venue.place(a, { side: "close-long", quantity: "1" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    const assets = venue.assets(a);
    // Opened for 24, lost 4000, closed for 21.6.
    expect(Number(assets.available) + Number(assets.crossFrozen)).toBeCloseTo(5954.4, 9);
    expect(venue.balance("venue/insurance")).toBe("1000");
    // The newest order is enough.
    expect(orderOf(venue.exchange.state, old as number)?.status).toBe("open");
    expect(orderOf(venue.exchange.state, late as number)?.status).toBe("cancelled");
    const cancelled = venue.events.filter(({ kind }) => kind === "order-cancelled");
    expect(cancelled).toMatchObject([{ orderId: late, account: a, reason: "debt" }]);
    expectBalanced(venue);
  });

  it("leaves what orders of fixed contracts hold back alone", () => {
    const venue = opened("10000");
    venue.trade(a, "open-long", b, "open-short", "1", "40000");
    const fixed = { kind: "change-mode", account: a, pair: eth.pair, mode: "fixed" } as const;
    venue.apply({ ...fixed, leverageLong: 50, leverageShort: 50 });
    venue.place(a, { side: "open-long", quantity: "8", price: "32000" });
    const ofCross = venue.exchange.state.nextOrderId - 1;
    venue.place(a, { side: "open-long", quantity: "8", price: "3200" }, eth);
    venue.setIndex("36000");
    venue.place(b, { side: "close-short", quantity: "1", price: "36000" });
    venue.place(a, { side: "close-long", quantity: "1" });
    const cancelled = venue.events.filter(({ kind }) => kind === "order-cancelled");
    expect(cancelled).toMatchObject([{ orderId: ofCross, account: a, reason: "debt" }]);
    expect(Number(venue.assets(a).fixedFrozen)).toBeGreaterThan(0);
    expectBalanced(venue);
  });
});

describe("a user whose other positions have made enough", () => {
  it("closes a loss that is larger than the funds, and owes the rest", () => {
    const venue = winningAndLosing();
    venue.place(a, { side: "close-long", quantity: "1" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
    expect(venue.balance("venue/insurance")).toBe("1000");
    // 9910 of funds, 11500 of loss, a fee of 17.1.
    expect(venue.balance(`user/${a}/debt`)).toBe("-1607.1");
    expect(venue.assets(a)).toMatchObject({ available: "0", crossMargin: "0", crossFrozen: "0" });
    expect(venue.events.findLast(({ kind }) => kind === "debt-changed")).toMatchObject({ account: a, debt: "1607.1" });
    // The debt counts: at a profit of less than 1607.1 and the maintenance nothing would be left.
    expect(venue.positions(a)).toMatchObject([{ pair: "4ETH_USDT", liquidationPrice: "4121.1" }]);
    expectBalanced(venue);
  });

  it("repays first out of whatever comes in", () => {
    const venue = winningAndLosing();
    venue.place(a, { side: "close-long", quantity: "1" });
    venue.fund(a, "600");
    expect([venue.balance(`user/${a}/debt`), venue.assets(a).available]).toEqual(["-1007.1", "0"]);
    const credits = ["1007", "-0.1"].map((amount) => ({ coin: "USDT", amount, purse: "contract" }) as const);
    const change = { kind: "change-account", account: a, credits, revokeKeys: [], openKeys: [] } as const;
    expect(refusalOf(venue.apply(change))).toBe("insufficient-balance");
    venue.apply({ kind: "credit", account: a, coin: "USDT", amount: "7.1", purse: "wallet" });
    venue.apply({ kind: "transfer", account: a, coin: "USDT", amount: "7.1", direction: "in" });
    expect(venue.balance(`user/${a}/debt`)).toBe("-1000");
    const out = { kind: "transfer", account: a, coin: "USDT", amount: "0.1", direction: "out" } as const;
    expect(refusalOf(venue.apply(out))).toBe("insufficient-balance");
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.001", price: "28000" }))).toBe(
      "insufficient-balance",
    );
    venue.place(b, { side: "close-short", quantity: "16", price: "4875" }, eth);
    venue.place(a, { side: "close-long", quantity: "16" }, eth);
    // 14000 of profit, a fee of 46.8, less the debt.
    expect([venue.balance(`user/${a}/debt`), venue.assets(a).available]).toEqual(["0", "12953.2"]);
    expect(venue.balance("venue/insurance")).toBe("1000");
    expectBalanced(venue);
  });

  it("is taken over where nothing is left, and the debt is paid out of that", () => {
    const venue = winningAndLosing();
    venue.place(a, { side: "close-long", quantity: "1" });
    venue.setIndex("4122", eth);
    expect(venue.positions(a)).toHaveLength(1);
    venue.setIndex("4121", eth);
    expect(venue.positions(a)).toEqual([]);
    const last = venue.events.findLast(({ kind }) => kind === "position-logged");
    expect(last).toMatchObject({ change: { type: "liquidate", profit: "1607.1" } });
    expect([venue.balance(`user/${a}/debt`), venue.assets(a).available]).toEqual(["0", "0"]);
    expectBalanced(venue);
  });
});

describe("the insurance fund", () => {
  it("pays a debt that nothing stands behind any more", () => {
    const venue = winningAndLosing();
    venue.place(a, { side: "close-long", quantity: "16", price: "4100" }, eth);
    venue.place(a, { side: "close-long", quantity: "1" });
    // That one waited from before there was a debt, and would bring less: a profit of 1600.
    venue.place(b, { side: "close-short", quantity: "16", price: "4100" }, eth);
    expect(venue.positions(a)).toMatchObject([{ pair: "4ETH_USDT", quantity: "16" }]);
    expect(venue.balance("venue/insurance")).toBe("1000");
    // A profit of 1608 pays the debt of 1607.1, but not the fee of 39.3648.
    venue.apply({ kind: "cancel-all", account: b, pair: eth.pair });
    venue.pass(5);
    venue.place(b, { side: "close-short", quantity: "16", price: "4100.5" }, eth);
    venue.place(a, { side: "close-long", quantity: "16", price: "4100.5" }, eth);
    expect(venue.positions(a)).toEqual([]);
    expect([venue.balance(`user/${a}/debt`), venue.assets(a).available]).toEqual(["0", "0"]);
    expect(venue.balance("venue/insurance")).toBe("961.5352");
    expect(venue.events.filter(({ kind }) => kind === "insurance-paid")).toMatchObject([
      { account: a, amount: "38.4648" },
    ]);
    expectBalanced(venue);
  });

  it("still pays what a fixed position cannot, whatever else its owner has: the fee where nothing is left", () => {
    const venue = opened("9972.4");
    venue.setMode(a, "fixed", 50);
    venue.trade(a, "open-long", b, "open-short", "1", "40000");
    venue.place(a, { side: "open-long", quantity: "100", price: "3900" }, eth);
    const { available, crossFrozen } = venue.assets(a);
    const transfer = { kind: "transfer", account: a, coin: "USDT", amount: available, direction: "out" } as const;
    expect(refusalOf(venue.apply(transfer))).toBeUndefined();
    venue.place(b, { side: "close-short", quantity: "1", price: "39200" });
    venue.place(a, { side: "close-long", quantity: "1", price: "39200" });
    expect(venue.assets(a)).toMatchObject({ available: "0", crossFrozen });
    expect(venue.balance(`user/${a}/debt`)).toBe("0");
    expect(venue.events.filter(({ kind }) => kind === "insurance-paid")).toMatchObject([
      { account: a, amount: "23.52" },
    ]);
    expectBalanced(venue);
  });
});
