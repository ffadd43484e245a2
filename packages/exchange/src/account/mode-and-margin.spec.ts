import { describe, expect, it } from "vitest";
import { a, longVenue } from "../spec-support/long-venue.js";
import { refusalOf, type VenueKit } from "../spec-support/venue-kit.js";

const margin = (venue: VenueKit, amount: string, side: "long" | "short" = "long"): string | undefined =>
  refusalOf(venue.apply({ kind: "change-margin", account: a, pair: "4BTC_USDT", side, amount }));

describe("margin of a fixed position", () => {
  it("shows the design's prices, and others after 100 were added", () => {
    const venue = longVenue("fixed");
    expect(venue.positions(a)).toMatchObject([
      { mode: "fixed", leverage: "20", margin: "1000", liquidationPrice: "38191", alertPrice: "38239" },
    ]);
    expect(margin(venue, "100")).toBeUndefined();
    expect(venue.positions(a)).toMatchObject([{ margin: "1100", liquidationPrice: "37990" }]);
    expect(venue.assets(a)).toMatchObject({ fixedMargin: "1100", crossMargin: "0", available: "3888" });
  });

  it("goes down to the initial margin and no further", () => {
    const venue = longVenue("fixed");
    margin(venue, "100");
    expect(margin(venue, "-100.0000000001")).toBe("insufficient-balance");
    expect(margin(venue, "-100")).toBeUndefined();
    expect(margin(venue, "-0.0000000001")).toBe("insufficient-balance");
  });

  it("is not taken out when the price has come near", () => {
    const venue = longVenue("fixed");
    margin(venue, "100");
    venue.setIndex("38100");
    expect(margin(venue, "-100")).toBe("insufficient-balance");
    expect(venue.positions(a)).toMatchObject([{ margin: "1100" }]);
  });

  it("needs a position, fixed mode and money", () => {
    const venue = longVenue("fixed");
    expect(margin(venue, "1", "short")).toBe("no-position");
    expect(margin(venue, "3988.0000000001")).toBe("insufficient-balance");
    expect(margin(venue, "abc")).toBe("wrong-parameter");
    expect(margin(venue, "0")).toBe("wrong-parameter");
    expect(margin(longVenue("cross"), "1")).toBe("check-parameters");
  });
});

describe("mode and leverage", () => {
  const change = (venue: VenueKit, mode: "cross" | "fixed", leverage: number): string | undefined =>
    refusalOf(venue.setMode(a, mode, leverage));

  it("keep what was added by hand", () => {
    const venue = longVenue("fixed");
    margin(venue, "100");
    expect(change(venue, "fixed", 10)).toBeUndefined();
    expect(venue.positions(a)).toMatchObject([{ margin: "2100", leverage: "10" }]);
    expect(change(venue, "cross", 10)).toBeUndefined();
    expect(venue.assets(a)).toMatchObject({ crossMargin: "2100", fixedMargin: "0" });
  });

  it("show the cross liquidation price of all that backs the position", () => {
    const venue = longVenue("cross", "3012");
    // C is 3000 after the fee of 12.
    expect(venue.positions(a)).toMatchObject([{ mode: "cross", liquidationPrice: "34170.9", margin: "1000" }]);
  });

  it("are refused with open orders, without cover, or out of range", () => {
    const venue = longVenue("cross", "1023.4");
    expect(change(venue, "cross", 10)).toBe("insufficient-balance");
    expect(change(venue, "cross", 0)).toBe("wrong-parameter");
    expect(change(venue, "cross", 101)).toBe("wrong-parameter");
    expect(change(venue, "cross", 40)).toBeUndefined();
    expect(venue.assets(a)).toMatchObject({ available: "511.4", crossMargin: "500" });
    venue.place(a, { side: "close-long", quantity: "0.1", price: "41000" });
    expect(change(venue, "cross", 50)).toBe("check-parameters");
    expect(
      refusalOf(
        venue.apply({ kind: "change-mode", account: a, pair: "X", mode: "fixed", leverageLong: 1, leverageShort: 1 }),
      ),
    ).toBe("unknown-pair");
  });

  it("do not change anybody into a liquidation", () => {
    const venue = longVenue("cross");
    venue.setIndex("38100");
    expect(change(venue, "fixed", 20)).toBe("insufficient-balance");
    expect(venue.positions(a)).toMatchObject([{ mode: "cross", margin: "1000" }]);
    venue.setIndex("38300");
    expect(change(venue, "fixed", 20)).toBeUndefined();
  });
});
