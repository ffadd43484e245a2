import { describe, expect, it } from "vitest";
import { usualFundingPeriodMs } from "../contract/tag-price.js";
import type { Market } from "../market/market.js";
import { linearMarket, VenueKit } from "../spec-support/venue-kit.js";

const [a, b, c] = [1001, 1002, 1003];
const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 40_000 };
/** 0.0002 and 0.00375, the highest, at the rate scale. */
const [small, highest] = [2_000_000, 37_500_000];

/** `a` is long and `b` short 0.5 at 40,000: a value of 20,000. */
function opened(funds: string, mode: "cross" | "fixed"): VenueKit {
  const venue = new VenueKit([linearMarket, eth]);
  venue.apply({ kind: "fund-insurance", coin: "USDT", amount: "1000" });
  venue.fund(a, funds);
  venue.fund(b, "50000");
  venue.setMode(a, mode, 100);
  venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
  return venue;
}

function fundAt(venue: VenueKit, nextFundingRate: number, { pair } = linearMarket) {
  venue.apply({ kind: "set-market", pair, nextFundingRate });
  return venue.pass(usualFundingPeriodMs);
}

const available = (venue: VenueKit) => [a, b].map((account) => Number(venue.assets(account).available));

function expectBalanced(venue: VenueKit): void {
  expect([...venue.exchange.state.ledger.totals().values()].every((total) => total === 0n)).toBe(true);
  expect([venue.balance("venue/funding"), venue.balance("clearing/4BTC_USDT")]).toEqual(["0", "0"]);
}

describe("the side that pays funding", () => {
  it.each([
    ["longs, at a rate above 0", small, [-4, 4]],
    ["shorts, at a rate below 0", -small, [4, -4]],
    ["nobody, at a rate of 0", 0, [0, 0]],
  ] as const)("is %s", (_, rate, moved) => {
    const venue = opened("5000", "cross");
    const before = available(venue);
    const events = fundAt(venue, rate);
    expect(events[0]).toMatchObject({ kind: "funding-settled", pair: "4BTC_USDT", rate: String(rate / 1e10) });
    expect(available(venue).map((amount, index) => amount - (before[index] ?? 0))).toEqual(moved);
    // The rate that was set is for one funding: the next one is the interest again.
    expect(venue.pass(usualFundingPeriodMs)[0]).toMatchObject({ rate: "0.0001" });
    expectBalanced(venue);
  });

  it("pays from the margin of a fixed position, and the insurance fund what that has not", () => {
    const venue = opened("5000", "fixed");
    const { available: free } = venue.assets(a);
    venue.setIndex("41000");
    const left = [1, 2, 3].map(() => {
      fundAt(venue, highest);
      return [venue.assets(a).fixedMargin, venue.balance("venue/insurance")];
    });
    // 76.875 of a value of 20,500, three times of 200; the profit of 500 is not paid out.
    expect(left).toEqual([
      ["123.125", "1000"],
      ["46.25", "1000"],
      ["0", "969.375"],
    ]);
    expect(venue.assets(a).available).toBe(free);
    expect(venue.events.filter(({ kind }) => kind === "insurance-paid")).toMatchObject([
      { account: a, coin: "USDT", amount: "30.625" },
    ]);
    expectBalanced(venue);
  });
});

describe("funding of a cross position", () => {
  it("that the free balance cannot pay is drawn from the other positions' margins, and told", () => {
    const venue = opened("1000", "cross");
    venue.apply({
      kind: "change-mode",
      account: a,
      pair: eth.pair,
      mode: "cross",
      leverageLong: 10,
      leverageShort: 10,
    });
    venue.place(b, { side: "open-short", quantity: "1", price: "4000" }, eth);
    venue.place(a, { side: "open-long", quantity: "1", price: "4000" }, eth);
    const free = venue.assets(a).available;
    venue.apply({ kind: "transfer", account: a, coin: "USDT", amount: free, direction: "out" });
    const events = fundAt(venue, highest);
    // 75 for the one, and 0.4 for the other, both out of the older one's 200.
    expect(venue.assets(a)).toMatchObject({ available: "0", crossMargin: "524.6" });
    expect(venue.positions(a)).toMatchObject([{ margin: "124.6" }, { margin: "400" }]);
    const told = events.flatMap((event) =>
      event.kind === "position-changed" && event.account === a ? [event.position.pair] : [],
    );
    expect(told).toEqual([linearMarket.pair, linearMarket.pair, eth.pair]);
    expectBalanced(venue);
  });

  it("whose margin paid is told to its owner alone, though others pay after him", () => {
    const venue = new VenueKit([linearMarket, eth]);
    for (const account of [a, b, c]) {
      venue.fund(account, account === a ? "1000" : "50000");
      for (const { pair } of [eth, linearMarket]) {
        venue.apply({ kind: "change-mode", account, pair, mode: "cross", leverageLong: 10, leverageShort: 10 });
      }
    }
    for (const account of [a, c]) {
      venue.place(b, { side: "open-short", quantity: "1", price: "4000" }, eth);
      venue.place(account, { side: "open-long", quantity: "1", price: "4000" }, eth);
      venue.trade(account, "open-long", b, "open-short", "0.1", "40000");
    }
    const amount = venue.assets(a).available;
    venue.apply({ kind: "transfer", account: a, coin: "USDT", amount, direction: "out" });
    venue.apply({ kind: "set-market", pair: eth.pair, nextFundingRate: 0 });
    const events = fundAt(venue, highest);
    const told = events.flatMap((event) =>
      event.kind === "position-changed" ? [[event.account, event.position.pair]] : [],
    );
    // 15 of a value of 4000 come from the margin of the position that was opened first.
    expect(venue.positions(a)).toMatchObject([
      { pair: eth.pair, margin: "385" },
      { pair: linearMarket.pair, margin: "400" },
    ]);
    const { pair } = linearMarket;
    expect(told.slice(0, 4)).toEqual([
      [a, eth.pair],
      [a, pair],
      [b, pair],
      [c, pair],
    ]);
    expectBalanced(venue);
  });

  it("pays before anybody receives: who holds both sides pays with his margin where nothing is free", () => {
    const venue = opened("10000", "cross");
    venue.trade(a, "open-short", b, "open-long", "0.5", "40000");
    const { available: free, crossMargin } = venue.assets(a);
    venue.apply({ kind: "transfer", account: a, coin: "USDT", amount: free, direction: "out" });
    expect([venue.assets(a).available, crossMargin]).toEqual(["0", "400"]);
    fundAt(venue, small);
    expect(venue.assets(a)).toMatchObject({ available: "4", crossMargin: "396" });
    expectBalanced(venue);
  });
});
