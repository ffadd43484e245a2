import { describe, expect, it } from "vitest";
import type { Market, OrderSide } from "../market/market.js";
import { inverseMarket, linearMarket, plainTerms, VenueKit } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];

/** Base 100, step 50: the design's tiers. */
const tiered: Market = { ...linearMarket, terms: { ...plainTerms, riskBase: 1_000_000, riskStep: 500_000 } };
const inverseTiered: Market = {
  ...inverseMarket,
  terms: { ...plainTerms, kind: "inverse", settleCoin: "BTC", riskBase: 1_000_000, riskStep: 500_000 },
};

/** `a` trades with all that he has at 40,000, and the mark jumps: so much stays, and the insurance fund pays nothing. */
function expectLeft(
  market: Market,
  [funds, quantity]: readonly [funds: string, quantity: string],
  [own, other]: readonly [own: OrderSide, other: OrderSide],
  mark: string,
  stays: number,
): void {
  const coin = market.terms?.settleCoin ?? "";
  const venue = new VenueKit([market]);
  venue.fund(a, funds, coin);
  venue.fund(b, "9000000", coin);
  venue.setMode(a, "cross", 50);
  venue.trade(a, own, b, other, quantity, "40000");
  venue.setIndex(mark);
  expect(venue.positions(a).map((position) => position.quantity)).toEqual(stays === 0 ? [] : [String(stays)]);
  const taken = venue.events.flatMap((event) =>
    event.kind === "position-logged" && event.account === a ? [event.change] : [],
  );
  const gone = Number(quantity) - stays;
  const type = stays === 0 ? "liquidate" : "lighten";
  expect(taken.slice(1)).toMatchObject(gone === 0 ? [] : [{ type, quantityChange: String(gone), fee: "0" }]);
  // What stays is left alone as long as the mark stands still.
  venue.setIndex(mark);
  expect(venue.positions(a).map((position) => position.quantity)).toEqual(stays === 0 ? [] : [String(stays)]);
  expect([...venue.exchange.state.ledger.totals().values()].every((total) => total === 0n)).toBe(true);
  expect(venue.events.filter(({ kind }) => kind === "insurance-paid")).toEqual([]);
}

describe("a cross position in an upper tier is brought down to the tier that its account can hold, and no further", () => {
  const sides = {
    long: ["open-long", "open-short"],
    short: ["open-short", "open-long"],
  } as const;

  // 210,680 behind 180: a maintenance of 1.5 %; with 5/6 of it behind 150: 1 %; with 5/9 behind 100: 0.5 %.
  it.each([
    ["long", "39420.9", 180],
    ["long", "39420.8", 150],
    ["long", "39221.8", 150],
    ["long", "39221.7", 100],
    ["long", "39024.7", 100],
    ["long", "39024.6", 0],
    ["short", "40562", 180],
    ["short", "40562.1", 150],
    ["short", "40762.8", 150],
    ["short", "40762.9", 100],
    ["short", "40965.6", 100],
    ["short", "40965.7", 0],
  ] as const)("linear %s at %s: %i stay", (side, mark, stays) => {
    expectLeft(tiered, ["215000", "180"], sides[side], mark, stays);
  });

  // The same with 1.35 behind 1,800,000: a value of 45.
  it.each([
    ["long", "39417.5", 1_800_000],
    ["long", "39417.4", 1_500_000],
    ["long", "39223.4", 1_500_000],
    ["long", "39223.3", 1_000_000],
    ["long", "39029.2", 1_000_000],
    ["long", "39029.1", 0],
    ["short", "40618.5", 1_800_000],
    ["short", "40618.6", 1_500_000],
    ["short", "40824.7", 1_500_000],
    ["short", "40824.8", 1_000_000],
    ["short", "41030.9", 1_000_000],
    ["short", "41031", 0],
  ] as const)("inverse %s at %s: %i stay", (side, mark, stays) => {
    expectLeft(inverseTiered, ["1.377", "1800000"], sides[side], mark, stays);
  });
});
