import { describe, expect, it } from "vitest";
import { scaledText } from "../exact/money.js";
import { VenueKit } from "../spec-support/venue-kit.js";
import { spotMarkets, spotPairId, spotPrice } from "../spot/spot-list.js";
import { spotState } from "../spot/spot-state.js";
import type { Market } from "./market.js";
import { contractMarket, contractPairs, listedPrice, marketOf, wholeVenue } from "./market-list.js";

/** Pair, family, first price, decimals of prices and quantities, a common order, and the largest one. */
function lineOf(market: Market | undefined): string {
  if (market === undefined) {
    return "unknown";
  }
  const { pair, family, priceScale, quantityScale, initialPrice, typicalQuantity, maxOrderQuantity } = market;
  const quantities = [typicalQuantity, maxOrderQuantity].map((quantity) => scaledText(quantity, quantityScale));
  return [pair, family, scaledText(initialPrice, priceScale), priceScale, quantityScale, ...quantities].join(" ");
}

const venue = `
4BTC_USDT usdt-margined 47741.6 1 4 0.8 100
4ETH_USDT usdt-margined 3942.15 2 3 10 1250
4XRP_USDT usdt-margined 0.83125 5 0 20000 2500000
4LTC_USDT usdt-margined 151.42 2 3 100 12500
4BCH_USDT usdt-margined 434.71 2 3 40 5000
4EOS_USDT usdt-margined 3.3184 4 1 6000 750000
4ETC_USDT usdt-margined 35.416 3 2 500 62500
4LINK_USDT usdt-margined 18.634 3 2 1000 125000
4DOT_USDT usdt-margined 25.817 3 2 700 87500
4ADA_USDT usdt-margined 1.24163 5 1 14000 1750000
4SOL_USDT usdt-margined 171.38 2 2 100 12500
4AVAX_USDT usdt-margined 83.905 3 2 200 25000
4DOGE_USDT usdt-margined 0.170352 6 0 100000 12500000
4UNI_USDT usdt-margined 14.926 3 2 1200 150000
4FIL_USDT usdt-margined 36.842 3 2 450 56250
4TRX_USDT usdt-margined 0.084217 6 0 200000 25000000
4ATOM_USDT usdt-margined 21.573 3 2 800 100000
4XLM_USDT usdt-margined 0.261843 6 0 70000 8750000
4AAVE_USDT usdt-margined 176.25 2 2 100 12500
4MATIC_USDT usdt-margined 2.06418 5 1 8000 1000000
5BTC_USD coin-margined 47741.6 1 0 38193 4774125
5ETH_USD coin-margined 3942.15 2 0 39422 4927750
BTC_USDT spot 47741.6 2 4 0.4 50
ETH_USDT spot 3942.15 2 4 5 625
BIX_USDT spot 2.5 4 2 800 100000
ETH_BTC spot 0.082573 6 4 4 500
ETH_DAI spot 3942.15 2 4 2 250
`;

describe("the venue's markets", () => {
  it("change where a review sees it", () => {
    expect(wholeVenue().map((pair) => lineOf(marketOf(pair)))).toEqual(venue.trim().split("\n"));
  });

  it("are those of any coin besides, with figures that follow from its name", () => {
    expect(contractPairs(22).slice(-3)).toEqual(["4MATIC_USDT", "4S1_USDT", "4S2_USDT"]);
    // S is 83 and 1 is 49: 83 × 31 + 49 = 2622, beyond 10.
    expect(lineOf(marketOf("4S1_USDT"))).toBe("4S1_USDT usdt-margined 12.622 3 2 3169.07 396133.75");
    expect(marketOf("4S1_USDT")).toMatchObject({ coin: "S1", contractUnit: 1 });
    expect(contractMarket("5S1_USD")).toMatchObject({ coin: "S1", family: "coin-margined", initialPrice: 12_622 });
  });

  it.each(["", "4_USDT", "41BTC_USDT", "4btc_USDT", "4BTC_USD", "5BTC_USDT", "4BTC_USDTX", "X4BTC_USDT", "BTC_USDT"])(
    "are no contracts by the name of %j",
    (pair) => expect(contractMarket(pair)).toBeUndefined(),
  );

  it("of spot have numbers from 1", () => {
    expect(spotMarkets.map(({ pair }) => spotPairId(pair))).toEqual(["1", "2", "3", "4", "5"]);
    expect(spotPairId("NONE")).toBe("0");
    expect(marketOf("NONE")).toBeUndefined();
  });

  it("say what a coin cost, in dollars", () => {
    expect(listedPrice("BTC")).toEqual({ price: 477_416, scale: 1 });
    expect(listedPrice("BIX")).toEqual({ price: 25_000, scale: 4 });
    expect(listedPrice("NONE")).toBeUndefined();
    expect([spotPrice("ETH"), spotPrice("XRP")]).toEqual(["3942.15", undefined]);
  });
});

describe("a trade of the house in spot", () => {
  it.each([
    ["buyer", "open-short", "open-long"],
    ["seller", "open-long", "open-short"],
  ] as const)("moves the coin one way and its price the other: the %s came second", (_, first, second) => {
    const market = marketOf("ETH_BTC") as Market;
    const kit = new VenueKit([market]);
    kit.place(7, { side: first, quantity: "2", price: "0.08" });
    kit.place(8, { side: second, quantity: "1.5", price: "0.08" });
    const buyer = second === "open-long" ? 8 : 7;
    const seller = 15 - buyer;
    expect([kit.balance(`house/${buyer}`, "ETH"), kit.balance(`house/${buyer}`, "BTC")]).toEqual(["1.5", "-0.12"]);
    expect([kit.balance(`house/${seller}`, "ETH"), kit.balance(`house/${seller}`, "BTC")]).toEqual(["-1.5", "0.12"]);
  });

  it("is for the house alone", () => {
    const kit = new VenueKit([marketOf("ETH_BTC") as Market]);
    const events = kit.place(1001, { side: "open-long", quantity: "1", price: "0.08" });
    expect(events).toMatchObject([{ kind: "command-refused", reason: "unknown-pair" }]);
  });

  it("is in units that are no finer than money", () => {
    const market = marketOf("ETH_BTC") as Market;
    expect(spotState(market)).toEqual({ coin: "ETH", currency: "BTC", coinFactor: 1_000_000n, currencyFactor: 1n });
    expect(() => spotState({ ...market, quantityScale: 5 })).toThrow(
      new RangeError("price and quantity are finer than money"),
    );
    expect(spotState(marketOf("4BTC_USDT") as Market)).toBeUndefined();
  });
});
