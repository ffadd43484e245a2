import { describe, expect, it } from "vitest";
import { fundingRate } from "../contract/funding-rate.js";
import { usualFundingPeriodMs } from "../contract/tag-price.js";
import { moneyText } from "../exact/money.js";
import { housePosition, settleHouse } from "../settle/house.js";
import { inverseMarket, linearMarket, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];
/** 0.0001 at the rate scale. */
const interest = 1_000_000;

function premium(rate: number): { premiumSum: number; premiumCount: number } {
  return { premiumSum: rate * 3, premiumCount: 3 };
}

describe("the funding rate", () => {
  it.each([
    ["no premium: the interest", 0, interest],
    ["a small premium: the interest", 3 * interest, interest],
    ["a discount: the interest", -3 * interest, interest],
    ["a larger premium, less what is damped", 10 * interest, 5 * interest],
    ["a larger discount, less what is damped", -10 * interest, -5 * interest],
    ["capped above", 100 * interest, 37_500_000],
    ["capped below", -100 * interest, -37_500_000],
  ])("%s", (_, mean, expected) => {
    expect(fundingRate(premium(mean))).toBe(expected);
  });

  it("is the interest when nothing was measured", () => {
    expect(fundingRate({ premiumSum: 0, premiumCount: 0 })).toBe(interest);
  });
});

describe("funding", () => {
  it("moves from long to short every eight hours: 2.05 for 0.5 at 41000", () => {
    const venue = new VenueKit([linearMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    venue.setMode(b, "fixed", 10);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    const before = [venue.assets(a).available, venue.assets(b).fixedMargin];
    expect(before).toEqual(["2988", "2000"]);
    venue.setIndex("41000");
    const events = venue.pass(usualFundingPeriodMs);
    expect(events.map(({ kind }) => kind)).toEqual([
      "funding-settled",
      "position-changed",
      "assets-changed",
      "position-changed",
      "assets-changed",
    ]);
    expect(events[0]).toMatchObject({ rate: "0.0001", tagPrice: "41000" });
    // The fixed position receives into its margin.
    expect([venue.assets(a).available, venue.assets(b).fixedMargin]).toEqual(["2985.95", "2002.05"]);
    expect(venue.pass(usualFundingPeriodMs - 1)[0]?.kind).toBe("funding-settled");
  });

  it("rounds payers up and receivers down, and keeps the difference: 0.000024390244 for 10000 at 41000", () => {
    const venue = new VenueKit([inverseMarket, linearMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "1", "BTC");
    }
    venue.trade(a, "open-long", b, "open-short", "10000", "40000");
    const [long, short] = [venue.assets(a, "BTC").available, venue.assets(b, "BTC").available];
    venue.setIndex("41000");
    venue.pass(usualFundingPeriodMs);
    const units = (text: string): number => Math.round(Number(text) * 1e10);
    expect(units(long) - units(venue.assets(a, "BTC").available)).toBe(243_903);
    expect(units(venue.assets(b, "BTC").available) - units(short)).toBe(243_902);
    expect(venue.balance("venue/rounding", "BTC")).toBe("0.0000000001");
    expect(venue.balance("venue/funding", "BTC")).toBe("0");
    expect([...venue.exchange.state.ledger.totals().values()]).toEqual([0n, 0n]);
  });

  it("is paid by a fixed position from its margin; what is missing comes from the insurance fund", () => {
    const venue = new VenueKit([linearMarket]);
    for (const account of [a, b]) {
      venue.fund(account, "5000");
    }
    venue.setMode(a, "fixed", 100);
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.pass(usualFundingPeriodMs);
    expect(venue.assets(a)).toMatchObject({ fixedMargin: "198", available: "4788" });
  });

  it("is paid and received by agents too, each by the side that it holds", () => {
    const venue = new VenueKit([linearMarket]);
    const { state } = venue.exchange;
    const contract = state.markets.get("4BTC_USDT")?.contract;
    if (contract === undefined) {
      throw new Error("no contract");
    }
    venue.setIndex("40000");
    const value = 20_000n * 10n ** 10n;
    const [long, short, flat] = [10, 11, 12];
    settleHouse(state, contract, long, { direction: "buy", quantity: 5000, value });
    settleHouse(state, contract, short, { direction: "sell", quantity: 5000, value });
    settleHouse(state, contract, flat, { direction: "sell", quantity: 5000, value });
    settleHouse(state, contract, flat, { direction: "buy", quantity: 5000, value });
    venue.pass(usualFundingPeriodMs);
    const money = [long, short, flat].map((account) =>
      moneyText(housePosition(state, contract, account).money.balance),
    );
    // 0.0001 of 20,000.
    expect(money).toEqual(["-2", "2", "0"]);
    expect([...state.ledger.totals().values()].every((total) => total === 0n)).toBe(true);
  });
});
