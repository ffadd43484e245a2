import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { linearMarket, plainTerms, VenueKit } from "../spec-support/venue-kit.js";

const [a, b, c] = [1001, 1002, 1003];
/** An account of the house. */
const house = 7;

function holdingOf(venue: VenueKit, account: number): number {
  return venue.exchange.state.markets.get("4BTC_USDT")?.contract?.house.get(account)?.quantity ?? 0;
}

describe("what the venue has taken over and nobody wants is closed against the house, too", () => {
  it.each([
    ["long", "open-long", "open-short", "38150", "37000", -5000],
    ["short", "open-short", "open-long", "41850", "43000", 5000],
  ] as const)("a %s, at the price at which its owner was bankrupt", (_, own, other, near, far, held) => {
    const venue = new VenueKit();
    venue.fund(a, "5000");
    venue.setMode(a, "fixed", 20);
    venue.trade(a, own, house, other, "0.5", "40000");
    venue.setIndex(near);
    // 0.5 at 38000 or 42000: at this tag price it loses nothing, so it waits for somebody who wants it.
    expect([venue.positions(a), holdingOf(venue, house)]).toEqual([[], held]);
    venue.setIndex(far);
    expect(holdingOf(venue, house)).toBe(0);
    expect(venue.exchange.state.markets.get("4BTC_USDT")?.contract?.house.get(house)?.money.balance).toBe(
      1000n * 10n ** 10n,
    );
    expect([venue.balance("venue/insurance"), venue.balance("venue/liquidation")]).toEqual(["0", "0"]);
    expect(venue.balance("clearing/4BTC_USDT")).toBe("0");
  });

  it("of two the one with the higher profit and leverage goes first, and the other keeps what is left", () => {
    const venue = new VenueKit();
    for (const account of [a, b, c]) {
      venue.fund(account, "50000");
    }
    venue.setMode(a, "fixed", 20);
    venue.setMode(b, "fixed", 50);
    venue.setMode(c, "fixed", 10);
    venue.trade(a, "open-long", b, "open-short", "0.3", "40000");
    venue.trade(a, "open-long", c, "open-short", "0.2", "40000");
    venue.trade(house, "open-long", c, "open-short", "0.3", "40000");
    venue.place(c, { side: "close-short", quantity: "0.1", price: "30000" });
    venue.setIndex("38150");
    venue.apply({ kind: "cancel-all", account: c, pair: "4BTC_USDT" });
    venue.pass(5);
    venue.place(b, { side: "close-short", quantity: "0.1", price: "30000" });
    venue.setIndex("37000");
    expect(venue.positions(b)).toEqual([]);
    const gone = venue.events.filter((event) => event.kind === "order-cancelled" && event.account === b);
    expect(gone).toMatchObject([{ remaining: 1000, reason: "auto-deleverage" }]);
    expect(venue.positions(c)).toMatchObject([{ quantity: "0.3", side: "short" }]);
    expect(venue.assets(b)).toMatchObject({ fixedMargin: "0" });
    const logged = venue.events.filter((event) => event.kind === "position-logged" && event.account === b);
    expect(logged.at(-1)).toMatchObject({
      change: { type: "auto-deleverage", price: "38000", profit: "600", fee: "0" },
    });
  });
});

describe("whom it is closed against", () => {
  it("is nobody of the house who is on the same side, whatever he has gained or lost", () => {
    const venue = new VenueKit();
    venue.fund(a, "5000");
    venue.setMode(a, "fixed", 20);
    venue.trade(a, "open-long", house, "open-short", "0.5", "40000");
    venue.trade(8, "open-long", house, "open-short", "0.1", "30100");
    venue.trade(9, "open-long", house, "open-short", "0.1", "44000");
    venue.setIndex("38150");
    venue.setIndex("37000");
    expect([8, 9, house].map((account) => holdingOf(venue, account))).toEqual([1000, 1000, -2000]);
  });

  it("is nobody who holds the other side alone, and he is told nothing", () => {
    const venue = new VenueKit();
    const d = 1004;
    for (const account of [a, b, c, d]) {
      venue.fund(account, "20000");
    }
    venue.setMode(a, "fixed", 20);
    venue.trade(a, "open-long", d, "open-short", "0.5", "40000");
    venue.trade(d, "close-short", b, "open-short", "0.5", "36500");
    venue.trade(c, "open-long", b, "open-short", "0.1", "36500");
    venue.setIndex("38150");
    venue.setIndex("37000");
    // The only short there is has lost, and loses 750 by what it gives for 38000.
    const ended = venue.events.filter(
      (event) => event.kind === "position-logged" && event.change.type === "auto-deleverage",
    );
    expect(ended).toMatchObject([{ account: b, change: { quantityChange: "0.5", quantity: "0.1", profit: "-750" } }]);
    expect(venue.positions(c)).toMatchObject([{ side: "long", quantity: "0.1" }]);
  });
});

it("of the cross positions of an account the one with the largest loss goes first, and with all that stands behind both", () => {
  const etherMarket: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 20_000 };
  const venue = new VenueKit([linearMarket, etherMarket]);
  venue.fund(a, "900");
  venue.fund(b, "9000");
  venue.trade(a, "open-long", b, "open-short", "0.1", "40000");
  venue.place(b, { side: "open-short", quantity: "2", price: "2000" }, etherMarket);
  venue.place(a, { side: "open-long", quantity: "2", price: "2000" }, etherMarket);
  // 900 less fees of 4.8, and a loss of 880: less than the maintenance of 35.6.
  venue.setIndex("1560", etherMarket);
  const taken = venue.events.flatMap((event) =>
    event.kind === "position-logged" && event.account === a && event.change.type === "liquidate"
      ? [[event.change.pair, event.change.profit]]
      : [],
  );
  expect(taken).toEqual([
    ["4ETH_USDT", "-895.2"],
    ["4BTC_USDT", "0"],
  ]);
});

describe("a fixed position in an upper tier", () => {
  /** Base 100, step 50: the design's tiers. */
  const tiered: Market = { ...linearMarket, terms: { ...plainTerms, riskBase: 1_000_000, riskStep: 500_000 } };

  // 800 of margin stand behind each: 1.5 % are needed of 180, 1 % of 150, 0.5 % of 100.
  it.each([
    ["39797", "180", "144000"],
    ["39750", "150", "120000"],
    ["39596", "150", "120000"],
    ["39595.9", "100", "80000"],
    ["39397", "100", "80000"],
  ])("at %s is brought down to %s, also to the lowest tier", (mark, quantity, margin) => {
    const venue = new VenueKit([tiered]);
    venue.fund(a, "200000");
    venue.fund(b, "9000000");
    venue.setMode(a, "fixed", 50);
    venue.trade(a, "open-long", b, "open-short", "180", "40000");
    venue.setIndex(mark);
    expect(venue.positions(a)).toMatchObject([{ quantity, margin }]);
    venue.setIndex(mark);
    expect(venue.positions(a)).toMatchObject([{ quantity, margin }]);
  });

  it("is gone below that", () => {
    const venue = new VenueKit([tiered]);
    venue.fund(a, "200000");
    venue.fund(b, "9000000");
    venue.setMode(a, "fixed", 50);
    venue.trade(a, "open-long", b, "open-short", "180", "40000");
    venue.setIndex("39396.9");
    expect(venue.positions(a)).toEqual([]);
  });
});
