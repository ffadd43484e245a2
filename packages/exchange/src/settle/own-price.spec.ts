import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, plainTerms, refusalOf, VenueKit } from "../spec-support/venue-kit.js";

const [a, b, c] = [1001, 1002, 1003];

/** A book in which nobody but these users acts: `a` has 600, the others plenty; the insurance fund has 10,000. */
function thin(mode: "cross" | "fixed", markets: readonly Market[] = [linearMarket]): VenueKit {
  const venue = new VenueKit(markets);
  const { coin, amount } =
    markets[0]?.pair === inverseMarket.pair ? { coin: "BTC", amount: "0.015" } : { coin: "USDT", amount: "600" };
  venue.apply({ kind: "fund-insurance", coin, amount: "10000" });
  venue.fund(a, amount, coin);
  for (const account of [b, c]) {
    venue.fund(account, "100000", coin);
  }
  venue.setMode(a, mode, 100);
  return venue;
}

function transferOut(venue: VenueKit, amount: string): string | undefined {
  return refusalOf(venue.apply({ kind: "transfer", account: a, coin: "USDT", amount, direction: "out" }));
}

describe.each(["cross", "fixed"] as const)("an opening order in %s mode", (mode) => {
  it.each([
    ["open-short", "open-long", "36000"],
    ["open-long", "open-short", "44000"],
  ] as const)(
    "has to pay what it loses against the mark by its own price: %s against %s at %s",
    (side, other, price) => {
      const venue = thin(mode);
      venue.place(b, { side: other, quantity: "0.9", price });
      expect(refusalOf(venue.place(a, { side, quantity: "0.9", price }))).toBe("insufficient-balance");
      expect(refusalOf(venue.place(a, { side, quantity: "0.9" }))).toBe("insufficient-balance");
      expect(venue.assets(a)).toMatchObject({ available: "600" });
      venue.setIndex("40000");
      expect(venue.balance("venue/insurance")).toBe("10000");
    },
  );

  it("pays nothing for a price that is better than the mark, however far away", () => {
    const venue = thin(mode);
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "1.4", price: "36000" }))).toBeUndefined();
    expect(refusalOf(venue.place(b, { side: "open-short", quantity: "1", price: "49000" }))).toBeUndefined();
  });

  it("is held against the price that it reaches in the book when it is placed at the market", () => {
    const venue = thin(mode);
    venue.place(b, { side: "open-short", quantity: "0.5", price: "40004" });
    venue.place(b, { side: "open-short", quantity: "0.5", price: "44000" });
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.6" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.5" }))).toBeUndefined();
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled", filled: 5000 });
  });

  it("of an inverse contract is held against the mark like any other", () => {
    const venue = thin(mode, [inverseMarket]);
    venue.place(b, { side: "open-long", quantity: "36000", price: "36000" }, inverseMarket);
    const order = { side: "open-short", quantity: "36000" } as const;
    expect(refusalOf(venue.place(a, { ...order, price: "36000" }, inverseMarket))).toBe("insufficient-balance");
    expect(refusalOf(venue.place(a, order, inverseMarket))).toBe("insufficient-balance");
    expect(refusalOf(venue.place(a, { ...order, price: "40000" }, inverseMarket))).toBeUndefined();
  });

  it("that the mark has left behind is cancelled instead of traded when its owner could not pay for its price", () => {
    const venue = thin(mode);
    venue.place(a, { side: "open-long", quantity: "0.9", price: "38000" });
    venue.setIndex("34000");
    venue.place(b, { side: "open-short", quantity: "0.9", price: "38000" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "cancelled", filled: 0 });
    expect(venue.events.findLast(({ kind }) => kind === "order-cancelled")).toMatchObject({ reason: "uncovered" });
    expect(venue.lastOrder(b)).toMatchObject({ status: "open", filled: 0 });
    expect(venue.assets(a)).toMatchObject({ available: "600" });
  });

  it("trades when the mark has left it behind, as long as its owner can pay", () => {
    const venue = thin(mode);
    venue.place(a, { side: "open-long", quantity: "0.9", price: "38000" });
    venue.setIndex("37850");
    venue.place(b, { side: "open-short", quantity: "0.9", price: "38000" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
  });
});

it("an opening order at the mark is cancelled instead of traded when its owner would not have the maintenance of both", () => {
  const venue = thin("cross");
  venue.fund(a, "1200");
  venue.trade(a, "open-long", b, "open-short", "1", "40000");
  venue.place(a, { side: "open-long", quantity: "0.9", price: "38500" });
  // 1800 less a fee of 24 and a loss of 1500: 276 are enough for 192.5, and not for 365.75 and a fee of 20.79.
  venue.setIndex("38500");
  venue.place(b, { side: "open-short", quantity: "0.9", price: "38500" });
  expect(venue.lastOrder(a)).toMatchObject({ status: "cancelled", filled: 0 });
  expect(venue.positions(a)).toMatchObject([{ quantity: "1" }]);
});

it("an order whose owner can pay for a part goes on past one that is cancelled because its own owner cannot", () => {
  // More than 2 BTC ask for a maintenance of 1.5 %, which is more than the margin that opens them.
  const venue = thin("cross", [{ ...linearMarket, terms: { ...plainTerms, riskBase: 10_000, riskStep: 10_000 } }]);
  venue.setMode(c, "cross", 100);
  venue.fund(a, "1400");
  venue.apply({ kind: "transfer", account: c, coin: "USDT", amount: "98640", direction: "out" });
  for (const account of [c, b]) {
    expect(refusalOf(venue.place(account, { side: "open-short", quantity: "3", price: "40100" }))).toBeUndefined();
  }
  expect(refusalOf(venue.place(a, { side: "open-long", quantity: "3" }))).toBeUndefined();
  expect(venue.lastOrder(c)).toMatchObject({ status: "cancelled", filled: 0 });
  // 2000 pay 600 of maintenance, 100 of loss and 24.06 of fee for each, in whole units.
  expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 27_622 });
});

describe("waiting orders of one account", () => {
  it("pay together for what they lose against the mark", () => {
    const venue = thin("cross");
    venue.fund(a, "2000");
    const order = { side: "open-short", quantity: "0.5", price: "37000" } as const;
    // 2600; it holds back 224.12 and loses 1500 against the mark.
    expect(refusalOf(venue.place(a, order))).toBeUndefined();
    expect(refusalOf(venue.place(a, order))).toBe("insufficient-balance");
    expect(transferOut(venue, "875.89")).toBe("insufficient-balance");
    expect(transferOut(venue, "875.88")).toBeUndefined();
  });
});

describe("a close that waits beyond the mark", () => {
  /** `a` is long 0.9 at 40000 with 100× and 9,600 of funds, and waits to sell at 36,000. */
  function waiting(): VenueKit {
    const venue = thin("cross");
    venue.fund(a, "9000");
    venue.trade(a, "open-long", b, "open-short", "0.9", "40000");
    venue.place(a, { side: "close-long", quantity: "0.9", price: "36000" });
    expect(venue.lastOrder(a).status).toBe("open");
    return venue;
  }

  it("keeps the money that it needs, and no more", () => {
    const venue = waiting();
    // 9600 less a fee of 21.6; the close loses 3600.
    expect(transferOut(venue, "5978.5")).toBe("insufficient-balance");
    expect(transferOut(venue, "5978.4")).toBeUndefined();
    venue.place(b, { side: "close-short", quantity: "0.9", price: "36000" });
    expect(venue.lastOrder(a).status).toBe("filled");
    // Nothing is left for the closing fee.
    expect(venue.balance("venue/insurance")).toBe("9993.52");
  });

  it("lets the money go once it is cancelled", () => {
    const venue = waiting();
    venue.apply({ kind: "cancel-order", account: a, orderId: venue.lastOrder(a).id });
    venue.pass(5);
    expect(transferOut(venue, "9200")).toBeUndefined();
  });

  it("is in nobody's way who takes out what it does not need: a fixed position's added margin, not below its price", () => {
    const venue = thin("fixed");
    venue.fund(a, "9000");
    venue.trade(a, "open-long", b, "open-short", "0.9", "40000");
    const margin = { kind: "change-margin", account: a, pair: "4BTC_USDT", side: "long" } as const;
    venue.apply({ ...margin, amount: "5000" });
    venue.place(a, { side: "close-long", quantity: "0.9", price: "36000" });
    expect(refusalOf(venue.apply({ ...margin, amount: "-1760.1" }))).toBe("insufficient-balance");
    expect(refusalOf(venue.apply({ ...margin, amount: "-1760" }))).toBeUndefined();
    venue.place(b, { side: "close-short", quantity: "0.9", price: "36000" });
    expect(venue.lastOrder(a).status).toBe("filled");
    expect(venue.balance("venue/insurance")).toBe("10000");
  });

  it("is cancelled instead of traded when other losses have used up what it needs", () => {
    const eth: Market = { ...linearMarket, pair: "4ETH_USDT", coin: "ETH", initialPrice: 40_000 };
    const venue = thin("cross", [linearMarket, eth]);
    venue.fund(a, "3400");
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.place(c, { side: "open-short", quantity: "2", price: "4000" }, eth);
    venue.place(a, { side: "open-long", quantity: "2", price: "4000" }, eth);
    venue.place(a, { side: "close-long", quantity: "0.5", price: "37000" });
    expect(venue.lastOrder(a).status).toBe("open");
    venue.setIndex("2700", eth);
    venue.place(b, { side: "close-short", quantity: "0.5", price: "37000" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "cancelled", filled: 0 });
    expect(venue.positions(a)).toHaveLength(2);
    expect(venue.balance("venue/insurance")).toBe("10000");
    // At the mark he can always leave.
    venue.place(c, { side: "open-long", quantity: "0.5", price: "40000" });
    venue.place(a, { side: "close-long", quantity: "0.5" });
    expect(venue.lastOrder(a).status).toBe("filled");
  });
});

describe("a close of the side that wins", () => {
  /** `a` is long and short 0.5 at 40,000 with 600, and the mark is at 44,000: the short has lost 2000, the long has won it. */
  function straddling(): VenueKit {
    const venue = thin("cross");
    venue.trade(a, "open-long", b, "open-short", "0.5", "40000");
    venue.trade(a, "open-short", c, "open-long", "0.5", "40000");
    venue.setIndex("44000");
    return venue;
  }

  it("does not give away what the other side has lost", () => {
    const venue = straddling();
    venue.place(b, { side: "close-short", quantity: "0.5", price: "40000" });
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.5", price: "40000" }))).toBe("price-too-low");
    venue.place(a, { side: "close-long", quantity: "0.5" });
    // 600 less two fees of 12, and 220 for both sides: 356 is there for a loss and a fee of 4024 for each, of which the maintenance pays 220.
    expect(venue.lastOrder(a)).toMatchObject({ status: "partly-cancelled", filled: 935 });
    expect(venue.events.findLast(({ kind }) => kind === "order-cancelled")).toMatchObject({ reason: "uncovered" });
    venue.setIndex("44000");
    expect(venue.positions(a)).toMatchObject([{ quantity: "0.4065" }, { quantity: "0.5" }]);
    expect(venue.balance("venue/insurance")).toBe("10000");
  });

  it("goes as far as the account has the maintenance of what stays, and always to the mark", () => {
    const venue = straddling();
    // 600 less two fees of 12, less 110 for the short and a fee: the long may give 906.2 of a unit away.
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.5", price: "43093.8" }))).toBe("price-too-low");
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.5", price: "43093.9" }))).toBeUndefined();
    venue.apply({ kind: "cancel-all", account: a, pair: venue.market.pair });
    venue.pass(5);
    expect(refusalOf(venue.place(a, { side: "close-long", quantity: "0.1", price: "42848" }))).toBeUndefined();
    venue.place(b, { side: "close-short", quantity: "0.1", price: "44000" });
    venue.place(b, { side: "close-short", quantity: "0.4", price: "44000" });
    venue.place(a, { side: "close-long", quantity: "0.4" });
    expect(venue.lastOrder(a)).toMatchObject({ status: "filled" });
  });
});
