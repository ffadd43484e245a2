import { describe, expect, it } from "vitest";
import { VenueKit } from "../spec-support/venue-kit.js";
import { usualFundingPeriodMs } from "./tag-price.js";

describe("the tag price", () => {
  it("is told when it moves, with the index, and not when it does not", () => {
    const venue = new VenueKit();
    expect(venue.setIndex("41000")).toEqual([
      { kind: "price-marked", pair: "4BTC_USDT", indexPrice: 410_000, tagPrice: 410_000 },
    ]);
    expect(venue.setIndex("41000")).toEqual([]);
  });

  it("is the median of index, index with the funding that is left, and index with the premium", () => {
    const venue = new VenueKit();
    const mark = venue.exchange.state.markets.get("4BTC_USDT")?.contract?.mark;
    if (mark === undefined) {
      throw new RangeError("no contract");
    }
    venue.now = Math.ceil(venue.now / usualFundingPeriodMs) * usualFundingPeriodMs;
    mark.fundingRate = 10_000_000;
    // The whole period is left: 0.001 of 40000 is 40.
    mark.premiumMicros = 100_000_000;
    venue.setIndex("40000");
    expect(mark.price).toBe(400_100);
    mark.premiumMicros = 900_000_000;
    venue.setIndex("40000");
    expect(mark.price).toBe(400_400);
    mark.premiumMicros = -900_000_000;
    venue.setIndex("40000");
    expect(mark.price).toBe(400_000);
    venue.now += usualFundingPeriodMs / 2;
    mark.premiumMicros = 900_000_000;
    venue.setIndex("40000");
    expect(mark.price).toBe(400_200);
  });

  it("follows the book's middle slowly while the market ticks", () => {
    const venue = new VenueKit();
    const market = venue.exchange.state.markets.get("4BTC_USDT");
    for (let i = 0; i < 50; i++) {
      venue.apply({ kind: "tick" });
    }
    const sum = market?.contract?.mark.premiumSum ?? 0;
    expect(market?.contract?.mark.premiumCount).toBe(50);
    expect(Math.abs(sum / 50)).toBeLessThan(10_000_000);
  });
});
