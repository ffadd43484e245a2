import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";
import { viewEquity } from "./equity-view.js";
import { viewLedger, viewLedgerTotals } from "./ledger-view.js";

const [a, b] = [1001, 1002];
/** Its number begins like that of `a`. */
const longer = 10_011;
const etherMarket: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 20_000 };

/** `a` holds both sides at 40000, a fixed position of another contract, an inverse one, and has an order waiting. */
function held(): VenueKit {
  const venue = new VenueKit([linearMarket, etherMarket, inverseMarket]);
  venue.fund(a, "10000");
  venue.fund(b, "100000");
  for (const account of [a, b]) {
    venue.fund(account, "1", "BTC");
  }
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  venue.trade(a, "open-short", b, "open-long", "0.2", "41000");
  venue.apply({
    kind: "change-mode",
    account: a,
    pair: "4ETH_USDT",
    mode: "fixed",
    leverageLong: 10,
    leverageShort: 10,
  });
  venue.place(b, { side: "open-short", quantity: "2", price: "2000" }, etherMarket);
  venue.place(a, { side: "open-long", quantity: "2", price: "2000" }, etherMarket);
  venue.place(b, { side: "open-short", quantity: "10000", price: "40000" }, inverseMarket);
  venue.place(a, { side: "open-long", quantity: "10000", price: "40000" }, inverseMarket);
  venue.place(a, { side: "open-long", quantity: "0.1", price: "39000" });
  venue.place(a, { side: "open-long", quantity: "1", price: "1900" }, etherMarket);
  return venue;
}

const address = "0x52908400098527886e0f7030069857d2e4169ee7";

describe("what a user has", () => {
  const venue = held();
  venue.apply({ kind: "credit", account: a, coin: "USDT", amount: "300", purse: "wallet" });
  venue.apply({ kind: "credit", account: a, coin: "USDT", amount: "40", purse: "spot" });
  venue.apply({ kind: "credit", account: a, coin: "ETH", amount: "2", purse: "promotion" });
  venue.apply({ kind: "withdraw", account: a, coin: "USDT", amount: "100", address });
  venue.fund(longer, "7");
  const { state } = venue.exchange;

  it("is summed up coin by coin and kind by kind", () => {
    const nothing = { wallet: "0", spot: "0", withdrawing: "0", promotion: "0", debt: "0", frozen: "0", margin: "0" };
    expect(viewLedger(state, a)).toEqual({
      USDT: {
        ...nothing,
        wallet: "200",
        spot: "40",
        withdrawing: "100",
        // 10000 less fees of 12, 4.92 and 2.4, margins of 2000, 820 and 400, and what two orders of 3900 and 1900 hold back at 0.10114
        free: "6174.068",
        margin: "3220",
        frozen: "586.612",
        total: "10320.68",
      },
      BTC: { ...nothing, free: "0.97485", margin: "0.025", total: "0.99985" },
      ETH: { ...nothing, free: "0", promotion: "2", total: "2" },
    });
    expect(viewLedger(state, longer)).toEqual({ USDT: { ...nothing, free: "7", total: "7" } });
    expect(viewLedger(state, 1999)).toEqual({});
  });

  it("adds up to nothing with what everybody else has", () => {
    expect(viewLedgerTotals(state)).toEqual({ USDT: "0", BTC: "0", ETH: "0" });
  });

  it("is shown in the account by mode", () => {
    expect(venue.assets(a)).toEqual({
      coin: "USDT",
      available: "6174.068",
      crossFrozen: "394.446",
      fixedFrozen: "192.166",
      crossMargin: "2820",
      fixedMargin: "400",
    });
    expect(venue.assets(a, "BTC")).toEqual({
      coin: "BTC",
      available: "0.97485",
      crossFrozen: "0",
      fixedFrozen: "0",
      crossMargin: "0.025",
      fixedMargin: "0",
    });
  });
});

describe("what an account is worth", () => {
  const venue = held();
  venue.fund(longer, "7");
  venue.setIndex("39000");
  venue.setIndex("2100", etherMarket);
  venue.setIndex("42000", inverseMarket);
  const { state } = venue.exchange;

  it("is all that it has and the profit of its positions at the tag price", () => {
    expect(viewEquity(state, a)).toEqual([
      // The long has lost 500, the short has gained 400, the other contract 200.
      { account: a, coin: "USDT", balance: "9980.68", unrealised: "100", equity: "10080.68" },
      // 0.25 - 10000 / 42000 = 0.011904761904…
      { account: a, coin: "BTC", balance: "0.99985", unrealised: "0.0119047619", equity: "1.0117547619" },
    ]);
  });

  it("is rounded down where it has lost", () => {
    const other = held();
    other.setIndex("39000", inverseMarket);
    // 0.25 - 10000 / 39000 = -0.006410256410256…
    expect(viewEquity(other.exchange.state, a)[1]).toMatchObject({
      unrealised: "-0.0064102565",
      equity: "0.9934397435",
    });
  });

  it("is its balance without positions, and nothing without an account", () => {
    expect(viewEquity(state, longer)).toEqual([
      { account: longer, coin: "USDT", balance: "7", unrealised: "0", equity: "7" },
    ]);
    expect(viewEquity(state, 1999)).toEqual([]);
  });
});
