import { describe, expect, it, vi } from "vitest";
import { a, b, longVenue } from "../spec-support/long-venue.js";
import { linearMarket, refusalOf, VenueKit } from "../spec-support/venue-kit.js";
import { coinAccounts, userOf } from "./accounts.js";
import { isFarAbove } from "./far-above.js";

const margin = (venue: VenueKit, amount: string): string | undefined =>
  refusalOf(venue.apply({ kind: "change-margin", account: a, pair: "4BTC_USDT", side: "long", amount }));

/** A fixed long with 1100 of margin, which are worth 400 at a tag price of 38600. */
function fixedLong(): VenueKit {
  const venue = longVenue("fixed", "20000");
  margin(venue, "100");
  return venue;
}

describe("margin is taken out of a fixed position", () => {
  it("unless a waiting order that would make it larger could no longer pay for its price", () => {
    const venue = fixedLong();
    venue.place(a, { side: "open-long", quantity: "0.5", price: "41000" });
    venue.setIndex("38600");
    // Both together: a margin of 2125, a loss of 1900, and a maintenance of 193.
    expect(margin(venue, "-100")).toBe("insufficient-balance");
    expect(margin(venue, "-32")).toBeUndefined();
    expect(margin(venue, "-0.0000000001")).toBe("insufficient-balance");
    venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
    venue.pass(5);
    expect(margin(venue, "-68")).toBeUndefined();
    expect(venue.positions(a)).toMatchObject([{ margin: "1000" }]);
  });

  it("and what has traded of that order counts no longer as its own", () => {
    const venue = fixedLong();
    venue.place(a, { side: "open-long", quantity: "0.5", price: "41000" });
    venue.place(b, { side: "open-short", quantity: "0.4", price: "41000" });
    venue.setIndex("38900");
    /*
     * 0.9 for 36400 with a margin of 1920; 0.1 waits with 205: 2125 and a loss of 1600 leave 525, of which 194.5 are needed. Were all
     * of the order still to come, 1.4 for 56900 with 2945 and a loss of 2440 would leave 505, of which 272.3 are needed.
     */
    expect(margin(venue, "-100")).toBeUndefined();
    expect(venue.positions(a)).toMatchObject([{ quantity: "0.9", margin: "1820" }]);
  });

  it("unless a waiting order that closes it would lose more than is left", () => {
    const venue = fixedLong();
    // All is lost at 37800, and with 100 less at 38000.
    venue.setIndex("38600");
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.1", price: "37900" }))).toBeUndefined();
    expect(margin(venue, "-100")).toBe("insufficient-balance");
    expect(margin(venue, "-50")).toBeUndefined();
    expect(margin(venue, "-0.0000000001")).toBe("insufficient-balance");
  });

  it("whatever orders wait on the other side", () => {
    const venue = fixedLong();
    venue.place(a, { side: "open-short", quantity: "0.5", price: "45000" });
    venue.setIndex("38600");
    expect(margin(venue, "-100")).toBeUndefined();
  });
});

describe("a change of mode and leverage", () => {
  it("is not paid with what backs a loss", () => {
    const venue = longVenue("cross", "2512");
    // 1500 are free, 1000 are margin. A loss of 550 leaves 950 that may be spent.
    venue.setIndex("38900");
    expect(refusalOf(venue.setMode(a, "fixed", 10))).toBe("insufficient-balance");
    expect(venue.positions(a)).toMatchObject([{ mode: "cross", leverage: "20", margin: "1000" }]);
    venue.setIndex("39000");
    expect(refusalOf(venue.setMode(a, "fixed", 10))).toBeUndefined();
    expect(venue.positions(a)).toMatchObject([{ mode: "fixed", leverage: "10", margin: "2000" }]);
    expect(venue.assets(a)).toMatchObject({ available: "500", fixedMargin: "2000", crossMargin: "0" });
  });

  it("is told with the positions and what is left, and not at all where nothing is held", () => {
    const venue = longVenue("cross", "10000");
    expect(venue.setMode(b, "cross", 5).map(({ kind }) => kind)).toEqual(["position-changed", "assets-changed"]);
    expect(venue.setMode(1003, "fixed", 5)).toEqual([]);
  });

  it("is one of each side", () => {
    const venue = longVenue("cross", "10000");
    venue.trade(a, "open-short", b, "open-long", "0.2", "40000");
    const change = { kind: "change-mode", account: a, pair: "4BTC_USDT", mode: "cross" } as const;
    const events = venue.apply({ ...change, leverageLong: 40, leverageShort: 16 });
    expect(events.map(({ kind }) => kind)).toEqual(["position-changed", "position-changed", "assets-changed"]);
    expect(venue.positions(a)).toMatchObject([
      { side: "long", leverage: "40", margin: "500" },
      { side: "short", leverage: "16", margin: "500" },
    ]);
    for (const leverages of [
      { leverageLong: 101, leverageShort: 1 },
      { leverageLong: 1, leverageShort: 101 },
      { leverageLong: 1, leverageShort: 0 },
    ]) {
      expect(refusalOf(venue.apply({ ...change, ...leverages }))).toBe("wrong-parameter");
    }
    expect(refusalOf(venue.apply({ ...change, leverageLong: 100, leverageShort: 100 }))).toBeUndefined();
  });

  it("goes no higher than the contract allows", () => {
    const terms = { ...linearMarket.terms, maxLeverage: 50 } as NonNullable<typeof linearMarket.terms>;
    const venue = new VenueKit([{ ...linearMarket, terms }]);
    expect(refusalOf(venue.setMode(a, "cross", 51))).toBe("check-parameters");
    expect(refusalOf(venue.setMode(a, "cross", 50))).toBeUndefined();
  });
});

describe("an account with positions in two contracts", () => {
  const etherMarket = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 20_000 };

  /** A cross long of 2 at 2000, and in the other contract nothing or a fixed long of 0.5 at 40000 with a margin of 1000. */
  function twoContracts(funds: string, fixed: boolean): VenueKit {
    const venue = new VenueKit([linearMarket, etherMarket]);
    venue.fund(a, funds);
    venue.fund(b, "100000");
    if (fixed) {
      venue.setMode(a, "fixed", 20);
      venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    }
    venue.place(b, { side: "open-short", quantity: "2", price: "2000" }, etherMarket);
    venue.place(a, { side: "open-long", quantity: "2", price: "2000" }, etherMarket);
    return venue;
  }

  it("closes a fixed one at its last price if the cross account can do without the fee", () => {
    const venue = twoContracts("1416.56", true);
    expect(venue.assets(a)).toMatchObject({ available: "2.16", fixedMargin: "1000", crossMargin: "400" });
    const close = { side: "close-long", quantity: "0.5", price: "38000" } as const;
    // 24.96 are left, and 18.114 are needed; the fee is 11.4.
    venue.setIndex("1811.4", etherMarket);
    expect(refusalOf(venue.place(a, close))).toBe("price-too-low");
    // 42.16 are left, and 18.2 are needed.
    venue.setIndex("1820", etherMarket);
    expect(refusalOf(venue.place(a, close))).toBeUndefined();
  });

  it("pays a loss and its fee with the margin of the other one, which is told once", () => {
    const venue = new VenueKit([linearMarket, etherMarket]);
    venue.fund(a, "4100");
    venue.fund(b, "100000");
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(b, { side: "open-short", quantity: "10", price: "2000" }, etherMarket);
    venue.place(a, { side: "open-long", quantity: "10", price: "2000" }, etherMarket);
    venue.setIndex("35500");
    venue.place(b, { side: "close-short", quantity: "0.5", price: "35500" });
    const told = venue.place(a, { side: "close-long", quantity: "0.5", price: "35500" });
    // 76 were free and 2000 were margin; the loss is 2250, the fee 10.65.
    expect(venue.positions(a)).toMatchObject([{ pair: "4ETH_USDT", margin: "1815.35" }]);
    const positions = told.flatMap((event) =>
      event.kind === "position-changed" && event.account === a ? [[event.position.pair, event.position.margin]] : [],
    );
    expect(positions.filter(([pair]) => pair === "4ETH_USDT")).toEqual([["4ETH_USDT", "1815.35"]]);
  });

  it("sets mode and leverage where it holds nothing, however little the rest is worth", () => {
    const venue = twoContracts("1000", false);
    // 997.6 less a loss of 900 is less than the margin of 400.
    venue.setIndex("1550", etherMarket);
    expect(refusalOf(venue.apply({ kind: "transfer", account: a, coin: "USDT", amount: "1", direction: "out" }))).toBe(
      "insufficient-balance",
    );
    expect(venue.setMode(a, "fixed", 5)).toEqual([]);
    expect(refusalOf(venue.apply({ ...modeOf("4ETH_USDT"), leverageLong: 5, leverageShort: 10 }))).toBe(
      "insufficient-balance",
    );
  });
});

const modeOf = (pair: string) => ({ kind: "change-mode", account: a, pair, mode: "cross" }) as const;

describe("who has far more than he needs", () => {
  it("is not asked for each of his waiting orders when he places one", () => {
    const venue = new VenueKit();
    venue.fund(a, "100000");
    for (const price of ["41000", "42000", "39000"]) {
      venue.place(a, { side: "open-long", quantity: "0.01", price });
    }
    const orders = venue.exchange.state.users.get(a)?.holdings.get("4BTC_USDT")?.orders;
    const asked = vi.spyOn(orders ?? new Map<number, never>(), "values");
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.01", price: "41000" }))).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
    // It would hold back all but 0.26 of what is free, and the orders that wait above the tag price would lose 40.
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "24.6774", price: "40000" }))).toBe(
      "insufficient-balance",
    );
    expect(asked).toHaveBeenCalled();
    asked.mockRestore();
  });

  it("is not known where he has more contracts than the bound of its error was made for", () => {
    const venue = longVenue("cross", "10000");
    const { state } = venue.exchange;
    const user = userOf(state, a);
    const accounts = coinAccounts(state, user, "USDT");
    const asked = { needed: 1, margins: "maintenance" } as const;
    const [[pair, holding] = []] = user.holdings;
    expect(isFarAbove(state, user, accounts, asked)).toBe(true);
    const many = (count: number) => {
      const others = Array.from({ length: count }, (_, i) => [`${pair} ${i}`, { ...holding, mode: "fixed" }] as const);
      return { ...user, holdings: new Map(others) } as typeof user;
    };
    expect(isFarAbove(state, many(1000), accounts, asked)).toBe(true);
    expect(isFarAbove(state, many(1001), accounts, asked)).toBe(false);
  });
});
