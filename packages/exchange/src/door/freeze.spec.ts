import { describe, expect, it } from "vitest";
import { moneyText } from "../exact/money.js";
import type { Market } from "../market/market.js";
import { inverseMarket, linearMarket, plainTerms, VenueKit, type WordedOrder } from "../spec-support/venue-kit.js";

const [a, b] = [1001, 1002];

/** What an order of `a` holds back at first, with 10× where others bid and ask these. */
function held(market: Market, order: WordedOrder, bid?: string, ask?: string): string {
  const venue = new VenueKit([market]);
  for (const coin of ["USDT", "BTC"]) {
    venue.fund(a, "100000", coin);
    venue.fund(b, "100000", coin);
  }
  const quantity = market === linearMarket ? "0.1" : "10000";
  if (bid !== undefined) {
    venue.place(b, { side: "open-long", quantity, price: bid });
  }
  if (ask !== undefined) {
    venue.place(b, { side: "open-short", quantity, price: ask });
  }
  venue.place(a, order);
  return moneyText(venue.lastOrder(a).frozenTotal);
}

// Margin, opening fee and closing fee at the bankruptcy price: 0.1 + 0.0006 × 1.9 = 0.10114 where the value falls until then, 0.10126 where it rises.
describe("what an order to open holds back", () => {
  const long = { side: "open-long", quantity: "0.1" } as const;
  const short = { side: "open-short", quantity: "0.1" } as const;

  it.each<[string, WordedOrder, string | undefined, string | undefined, string]>([
    ["a long at its price", { ...long, price: "40000" }, "39000", "39500", "404.56"],
    ["a long at the market at the edge of the band", long, "39000", "39500", "505.7"],
    ["a short at its price", { ...short, price: "40000" }, "39000", "41000", "405.04"],
    ["a short at a higher bid", { ...short, price: "39000" }, "40000", undefined, "405.04"],
    ["a short at the tag price where nobody bids", { ...short, price: "39000" }, undefined, undefined, "405.04"],
    ["a short at the market at the bid", short, "39000", "41000", "394.914"],
    ["a short at the market at the tag price where nobody bids", short, undefined, "41000", "405.04"],
  ])("of a linear contract: %s", (_, order, bid, ask, amount) => {
    expect(held(linearMarket, order, bid, ask)).toBe(amount);
  });

  it("is exact at a rate of many digits", () => {
    const terms = { ...plainTerms, takerFeeRate: 6_000_001 };
    // 4000 × (0.1 + 0.0006000001 × 1.9)
    expect(held({ ...linearMarket, terms }, { ...long, price: "40000" })).toBe("404.56000076");
    // 800000 of them, beyond what a plain number holds
    expect(held({ ...linearMarket, terms }, { ...long, quantity: "20", price: "40000" })).toBe("80912.000152");
  });

  it("of an inverse contract is rounded up once, from its exact value", () => {
    const venue = new VenueKit([inverseMarket]);
    venue.fund(a, "100", "BTC");
    venue.setMode(a, "cross", 1);
    venue.place(a, { side: "open-short", quantity: "10000", price: "30000" });
    // 10000 / 30000 × (1 + 0.0006): 0.33353333…
    expect(moneyText(venue.lastOrder(a).frozenTotal)).toBe("0.3335333334");
  });

  const usd = { quantity: "10000" } as const;
  it.each<[string, WordedOrder, string | undefined, string | undefined, string]>([
    ["a long at its price", { ...usd, side: "open-long", price: "38000" }, undefined, "39000", "0.0266473685"],
    ["a long at a lower ask", { ...usd, side: "open-long", price: "40000" }, undefined, "38000", "0.0266473685"],
    ["a long where nobody asks", { ...usd, side: "open-long", price: "41000" }, undefined, undefined, "0.025315"],
    ["a long at the market at the ask", { ...usd, side: "open-long" }, undefined, "38000", "0.0266473685"],
    ["a short at its price", { ...usd, side: "open-short", price: "40000" }, "38000", undefined, "0.025285"],
    [
      "a short at the market at the edge of the band",
      { ...usd, side: "open-short" },
      "38000",
      undefined,
      "0.0337133334",
    ],
  ])("of an inverse contract: %s", (_, order, bid, ask, amount) => {
    expect(held(inverseMarket, order, bid, ask)).toBe(amount);
  });
});
