import { describe, expect, it } from "vitest";
import type { Market } from "../market/market.js";
import type { Attachment } from "../order/order-record.js";
import {
  inverseMarket,
  linearMarket,
  plainTerms,
  refusalOf,
  VenueKit,
  type WordedOrder,
} from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];
const fine: WordedOrder = { side: "open-long", quantity: "0.01", price: "40000" };

function funded(market: Market = linearMarket, amount = "1000000"): VenueKit {
  const venue = new VenueKit([market]);
  for (const account of [a, b]) {
    venue.fund(account, amount);
    venue.fund(account, amount, "BTC");
  }
  return venue;
}

describe("take-profit and stop-loss at the door", () => {
  const long = { type: "market", takeProfitTriggerPrice: 410_000, stopLossTriggerPrice: 390_000 } as const;
  const short = { type: "market", takeProfitTriggerPrice: 390_000, stopLossTriggerPrice: 410_000 } as const;
  const limit = { ...long, type: "limit", takeProfitPrice: 409_000, stopLossPrice: 389_000 } as const;

  it.each<[string, Partial<Attachment>, Partial<WordedOrder>, string | undefined]>([
    ["a long's", long, {}, undefined],
    ["a short's", short, { side: "open-short" }, undefined],
    ["a long's at the price itself, above", { ...long, takeProfitTriggerPrice: 400_000 }, {}, "check-parameters"],
    [
      "a long's just above and below",
      { ...long, takeProfitTriggerPrice: 400_001, stopLossTriggerPrice: 399_999 },
      {},
      undefined,
    ],
    [
      "a short's at the price itself, below",
      { ...short, takeProfitTriggerPrice: 400_000 },
      { side: "open-short" },
      "check-parameters",
    ],
    [
      "a short's at the price itself, above",
      { ...short, stopLossTriggerPrice: 400_000 },
      { side: "open-short" },
      "check-parameters",
    ],
    [
      "a short's just above and below",
      { ...short, takeProfitTriggerPrice: 399_999, stopLossTriggerPrice: 400_001 },
      { side: "open-short" },
      undefined,
    ],
    ["one of 0", { ...long, stopLossTriggerPrice: 0 }, {}, "invalid-price"],
    ["one below 0", { ...long, takeProfitTriggerPrice: -1 }, {}, "invalid-price"],
    ["without a stop", { type: "market", takeProfitTriggerPrice: 410_000 }, {}, "missing-parameter"],
    ["without a target", { type: "market", stopLossTriggerPrice: 390_000 }, {}, "missing-parameter"],
    ["with prices", limit, {}, undefined],
    ["with a price of 0", { ...limit, stopLossPrice: 0 }, {}, "invalid-price"],
    ["with another price of 0", { ...limit, takeProfitPrice: 0 }, {}, "invalid-price"],
    ["at the market with a price of 0", { ...long, takeProfitPrice: 0 }, {}, undefined],
  ])("%s", (_, attachment, change, reason) => {
    expect(refusalOf(funded().place(a, { ...fine, ...change, attachment }))).toBe(reason);
  });

  it.each([
    ["target", "takeProfitPrice"],
    ["stop", "stopLossPrice"],
  ] as const)("as limits need the price of their %s", (_, missing) => {
    const { [missing]: _price, ...attachment } = limit;
    expect(refusalOf(funded().place(a, { ...fine, attachment }))).toBe("missing-parameter");
  });

  it("of an order at the market lie around the last price", () => {
    const venue = funded();
    venue.trade(b, "open-long", a, "open-short", "0.01", "39000");
    venue.place(b, { side: "open-short", quantity: "0.01", price: "40500" });
    const order = { side: "open-long", quantity: "0.01" } as const;
    const below = { ...long, stopLossTriggerPrice: 389_000 };
    expect(refusalOf(venue.place(a, { ...order, attachment: { ...below, stopLossTriggerPrice: 395_000 } }))).toBe(
      "check-parameters",
    );
    expect(
      refusalOf(venue.place(a, { ...order, attachment: { ...below, takeProfitTriggerPrice: 395_000 } })),
    ).toBeUndefined();
  });

  it("keep prices at the market that can be prices", () => {
    const venue = funded();
    venue.place(a, { ...fine, price: "39500", attachment: { ...long, takeProfitPrice: 409_000, stopLossPrice: -3 } });
    expect(venue.lastOrder(a).attachment).toEqual({ ...long, takeProfitPrice: 409_000 });
    venue.place(a, { ...fine, price: "39500", attachment: { ...long, stopLossPrice: 389_000 } });
    expect(venue.lastOrder(a).attachment).toEqual({ ...long, stopLossPrice: 389_000 });
  });
});

describe("quantities and sizes", () => {
  it("below the smallest of all contracts have a reason of their own", () => {
    const finer: Market = { ...linearMarket, quantityScale: 6, contractUnit: 1000, maxPosition: 1 } as Market;
    const venue = funded(finer);
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.000099" }, finer))).toBe("quantity-below-all-minimums");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.0001" }, finer))).toBe("quantity-below-minimum");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.001" }, finer))).toBeUndefined();
  });

  it("of a position count what is held and what waits on its side alone", () => {
    const venue = funded({ ...linearMarket, terms: { ...plainTerms, maxPosition: 10_000 } });
    venue.trade(a, "open-long", b, "open-short", "0.4", "40000");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.3", price: "39000" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.3001", price: "39000" }))).toBe("position-too-large");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "0.3", price: "39000" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { side: "open-short", quantity: "1", price: "41000" }))).toBeUndefined();
  });

  it("of closing orders are what no other closing order has taken", () => {
    const venue = funded();
    venue.trade(a, "open-long", b, "open-short", "0.4", "40000");
    const close = { side: "close-long", price: "41000" } as const;
    expect(refusalOf(venue.place(a, { ...close, quantity: "0.3" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { ...close, quantity: "0.1001" }))).toBe("not-closable");
    expect(refusalOf(venue.place(a, { ...close, quantity: "0.1" }))).toBeUndefined();
  });

  it("at the market are worth what the tag price says, and an inverse contract asks for no least value", () => {
    const cheap: Market = { ...linearMarket, initialPrice: 50_000 };
    const venue = funded(cheap);
    venue.place(b, { side: "open-short", quantity: "1", price: "6000" });
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.0001" }))).toBe("value-below-minimum");
    expect(refusalOf(venue.place(a, { side: "open-long", quantity: "0.0002" }))).toBeUndefined();
    const inverse = funded(inverseMarket);
    expect(refusalOf(inverse.place(a, { side: "open-long", quantity: "1", price: "40000" }))).toBeUndefined();
  });
});

it.each([
  ["long", "open-long", "open-short", "close-long", "37999.9", "price-too-low"],
  ["short", "open-short", "open-long", "close-short", "42000.1", "price-too-high"],
] as const)("a fixed %s is not closed for more than its margin", (_, own, other, side, price, reason) => {
  const venue = funded();
  venue.setMode(a, "fixed", 20);
  venue.trade(a, own, b, other, "0.5", "40000");
  expect(refusalOf(venue.place(a, { side, quantity: "0.5", price }))).toBe(reason);
});

describe("the operator", () => {
  it("halts a market: nobody places, whoever waits may cancel", () => {
    const venue = funded();
    venue.place(a, { ...fine, price: "39000" });
    venue.apply({ kind: "set-market", pair: "4BTC_USDT", halted: true });
    expect(refusalOf(venue.place(a, fine))).toBe("market-halted");
    expect(refusalOf(venue.apply({ kind: "cancel-order", account: a, orderId: 1 }))).toBeUndefined();
    venue.apply({ kind: "set-market", pair: "4BTC_USDT", halted: false });
    expect(refusalOf(venue.place(a, fine))).toBeUndefined();
  });
});

describe("the price band", () => {
  it("bounds buys above and sells below, whether they open or close", () => {
    const venue = funded({ ...linearMarket, terms: { ...plainTerms, priceBand: 1_000_000_000 } });
    venue.trade(a, "open-long", b, "open-short", "0.4", "40000");
    const quantity = "0.01";
    const reason = (account: number, side: WordedOrder["side"], price: string) =>
      refusalOf(venue.place(account, { side, quantity, price }));
    expect(reason(a, "close-long", "35999.9")).toBe("price-too-low");
    expect(reason(b, "close-short", "44000.1")).toBe("price-too-high");
    expect(reason(a, "open-short", "36000")).toBeUndefined();
    expect(reason(b, "open-short", "80000")).toBeUndefined();
    expect(reason(b, "close-short", "44000")).toBeUndefined();
  });

  it("is rounded inwards, and no price is below one unit", () => {
    const venue = funded({ ...linearMarket, initialPrice: 3, terms: { ...plainTerms, priceBand: 9_999_999_999 } });
    // 0.3 and nearly as much again: 0.5.
    expect(refusalOf(venue.place(a, { ...fine, quantity: "10", price: "0.6" }))).toBe("price-too-high");
    expect(refusalOf(venue.place(a, { ...fine, quantity: "10", price: "0.5" }))).toBeUndefined();
    expect(refusalOf(venue.place(a, { side: "open-short", quantity: "100", price: "0.1" }))).toBeUndefined();
  });
});

describe("an order at the market", () => {
  /** Others ask 40500, 42000 and, beyond the band of 10 %, 44100 for 0.1 each. */
  function asks(funds: string): VenueKit {
    const venue = new VenueKit([{ ...linearMarket, terms: { ...plainTerms, priceBand: 1_000_000_000 } }]);
    venue.fund(b, "1000000");
    for (const price of ["40500", "42000", "44100"]) {
      venue.place(b, { side: "open-short", quantity: "0.1", price });
    }
    venue.fund(a, funds);
    return venue;
  }

  it("is asked for the loss at the worst price that it would trade at, and for no price beyond", () => {
    // 500 are enough for 0.1 at 40500, and not for as much again at 42000.
    const order = { side: "open-long" } as const;
    expect(refusalOf(asks("500").place(a, { ...order, quantity: "0.1" }))).toBeUndefined();
    expect(refusalOf(asks("500").place(a, { ...order, quantity: "0.2" }))).toBe("insufficient-balance");
    const rich = asks("5000");
    expect(refusalOf(rich.place(a, { ...order, quantity: "0.3" }))).toBeUndefined();
    expect(rich.lastOrder(a)).toMatchObject({ filled: 2000, status: "partly-cancelled" });
    expect(rich.positions(a)).toMatchObject([{ quantity: "0.2", openPrice: "41250" }]);
  });
});
